"""From what lies on the mat to what happened in the game (see `inference`)."""

from controller.infer.inference import Answer, Inference, Inferred, Input

__all__ = ["Answer", "Inference", "Inferred", "Input"]

"""An explanation of the engine as data."""

from __future__ import annotations

from engine.explain.explanation import Explanation


def explained(found: Explanation, language: str) -> dict[str, object]:
    """The explanation as data: the text, and its lines with their numbers."""
    lines = [
        {
            "topic": line.topic.value,
            "text": line.text,
            "parts": [{"key": part.key, "amount": part.amount, "text": part.text} for part in line.parts],
        }
        for line in found.lines
    ]
    return {"language": language, "text": found.text, "lines": lines}

"""Weights to train on from, where only the exported net is left: `python -m vision.train.restore --cache C`.

An exported net has its normalisations folded into its convolutions. They are unfolded with what the
convolutions answer to crops of a chunk, so that a training, too, begins with what the net answered before.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import onnxruntime as ort
import torch
from numpy.typing import NDArray
from onnx.numpy_helper import to_array
from torch import Tensor, nn

from vision.nets.load import MODELS
from vision.train.classifier import tensor
from vision.train.material import load
from vision.train.nets import Classifier

CROPS: Final = 1024
CLOSE: Final = 2e-3
"""What the logits of the restored net may differ by from the exported one's."""


def restore(path: Path, images: NDArray[np.uint8]) -> Classifier:
    """The classifier that was exported to `path` (fp32); `images` (N x 64 x 48 x 3) are its usual crops."""
    graph = onnx.load(path).graph
    values = {value.name: torch.from_numpy(to_array(value).copy()) for value in graph.initializer}
    given = [node.input for node in graph.node if node.op_type in ("Conv", "Gemm")]
    net = Classifier().eval()
    layers = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    seen = tensor(images)
    with torch.no_grad():
        for layer, names in zip(layers, given, strict=True):
            weight, bias = values[names[1]], values[names[2]]
            layer.weight.copy_(weight[:, :3] if weight.ndim == 4 and weight.shape[1] == 4 else weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
        for step, conv in enumerate(m for m in net.modules() if isinstance(m, nn.Conv2d)):
            _unfold(net, seen, conv, values[given[step][2]])
    return net.eval()


def _unfold(net: Classifier, seen: Tensor, conv: nn.Conv2d, bias: Tensor) -> None:
    """Let the normalisation after `conv` add `bias`, whether it goes by its own figures or by a batch's."""
    found: list[Tensor] = []
    hook = conv.register_forward_hook(lambda *call: found.append(call[2]))
    net(seen)
    hook.remove()
    norm = _after(net, conv)
    mean, spread = found[0].mean((0, 2, 3)), found[0].var((0, 2, 3), unbiased=False)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.copy_(mean + bias)


def _after(net: Classifier, conv: nn.Conv2d) -> nn.BatchNorm2d:
    steps = list(net.modules())
    norm = steps[next(k for k, m in enumerate(steps) if m is conv) + 1]
    assert isinstance(norm, nn.BatchNorm2d)
    return norm


def apart(net: nn.Module, path: Path, images: NDArray[np.uint8]) -> float:
    """By how much the logits of the net and of the exported one differ at most."""
    fours = np.pad(images, [(0, 0), (0, 0), (0, 0), (0, 1)])
    (old,) = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(
        ["answer"], {"image": fours}
    )
    with torch.no_grad():
        return float(np.abs(net(tensor(images)).numpy() - old).max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=MODELS / "fp32" / "classifier.onnx")
    parser.add_argument("--chunk", type=int, default=0, help="number of the chunk whose crops are looked at")
    parser.add_argument("--out", type=Path, help="weights to write; start.pt in the cache if not given")
    args = parser.parse_args()
    torch.set_num_threads(1)
    images = load(args.cache, args.chunk).images
    net = restore(args.model, images[:CROPS])
    found = apart(net, args.model, images[-CROPS:])
    if found > CLOSE:
        parser.error(f"{args.model} answers otherwise than what was restored of it: by up to {found:.3g}.")
    out = args.out or args.cache / "start.pt"
    torch.save(net.state_dict(), out)
    print(out, f"logits differ by {found:.1e} at most")


if __name__ == "__main__":
    main()

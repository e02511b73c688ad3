"""Write the trained nets for onnxruntime: `python -m vision.train.export --cache FOLDER`.

`--int8 classifier` (or another) quantises that net's weights and activations (static, per channel),
calibrated on some of the training material.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn

from vision.train.draw.close import Shelf
from vision.train.graph import take_pictures
from vision.train.material import load
from vision.train.nets import Classifier, CloseUps, Detector

NETS: dict[str, tuple[type[nn.Module], tuple[int, ...], dict[int, str]]] = {
    "classifier": (Classifier, (1, 3, 64, 48), {0: "n"}),
    "closeups": (CloseUps, (1, 3, 64, 48), {0: "n"}),
    "detector": (Detector, (1, 3, 208, 208), {0: "n", 2: "rows", 3: "columns"}),
}


class _Reader(CalibrationDataReader):  # type: ignore[misc]
    """Pictures for calibration."""

    def __init__(self, pictures: Iterable[NDArray[np.float32]]) -> None:
        self._pictures = iter(pictures)

    def get_next(self) -> dict[str, Any] | None:
        picture = next(self._pictures, None)
        return None if picture is None else {"image": picture}


def pictures(name: str, cache: Path, chunk: int) -> Iterator[NDArray[np.float32]]:
    """Batches to calibrate this net on: of a chunk, or close-ups of the designs in the cache."""
    if name == "closeups":
        shelf, rng = Shelf(cache), np.random.default_rng(chunk)
        source, group = np.stack([shelf.crop(rng)[0] for _ in range(1024)]), 64
    elif name == "classifier":
        source, group = load(cache, chunk).images[:1024], 64
    else:
        source, group = load(cache, chunk).patches[:64], 4
    for k in range(0, len(source), group):
        yield np.ascontiguousarray(source[k : k + group].transpose(0, 3, 1, 2), np.float32)


def write(name: str, net: nn.Module, path: Path) -> None:
    """The net as fp32 ONNX."""
    _, shape, moving = NETS[name]
    save(net, path, shape, moving)


def complete(name: str, path: Path, temperature: float) -> None:
    """Adds what readers of faces need: the features as an output of the classifier, and the temperature."""
    if name == "classifier":
        show_features(path)
    label(path, {"temperature": str(temperature)})


def save(
    net: nn.Module, path: Path, shape: tuple[int, ...], moving: dict[int, str], given: str = "image"
) -> None:
    """A net with one input `given` of `shape`, whose axes `moving` may have any length."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(),
            (torch.zeros(shape),),
            str(path),
            input_names=[given],
            output_names=["answer"],
            dynamic_axes={given: moving, "answer": moving},
            opset_version=17,
            dynamo=False,
        )


def show_features(path: Path) -> None:
    """Add the input of the classifier's head as an output: enrolment compares the faces of a set by it."""
    model = onnx.load(path)
    head = next(node for node in model.graph.node if node.op_type == "Gemm")
    model.graph.node.append(onnx.helper.make_node("Identity", [head.input[0]], ["features"]))
    size = onnx.helper.make_tensor_value_info("features", onnx.TensorProto.FLOAT, ["n", 112 * 12])
    model.graph.output.append(size)
    onnx.save(model, path)


def label(path: Path, notes: dict[str, str]) -> None:
    """Put `notes` into the model's metadata."""
    model = onnx.load(path)
    for key, value in notes.items():
        model.metadata_props.add(key=key, value=value)
    onnx.save(model, path)


def quantise(path: Path, plain: Path, source: Iterable[NDArray[np.float32]]) -> None:
    """Replace the model by its int8 form, calibrated on batches of what it is given (N x 3 x H x W).

    `plain` is written on the way.
    """
    quant_pre_process(str(path), str(plain), skip_symbolic_shape=True)
    quantize_static(
        str(plain),
        str(path),
        _Reader(source),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("vision/models"))
    parser.add_argument("--only", choices=tuple(NETS))
    parser.add_argument("--int8", choices=tuple(NETS), action="append", default=[])
    parser.add_argument("--chunk", type=int, default=0, help="number of the chunk to calibrate on")
    args = parser.parse_args()
    for name in NETS:
        if args.only not in (None, name):
            continue
        path = args.out / f"{name}.onnx"
        net = NETS[name][0]()
        net.load_state_dict(torch.load(args.cache / f"{name}.pt"))
        write(name, net, path)
        if name in args.int8:
            quantise(path, args.cache / f"{name}.plain.onnx", pictures(name, args.cache, args.chunk))
        take_pictures(path)
        if name != "detector":
            found = json.loads((args.cache / f"{name}.json").read_text(encoding="utf-8"))
            complete(name, path, found["temperature"])
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()

"""Exported nets that are made to take pictures answer as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is installed for training only")
take_pictures = pytest.importorskip("vision.train.graph").take_pictures
make_node = onnx.helper.make_node
CONV = {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}
PICTURES = np.random.default_rng(4).integers(0, 256, (2, 16, 24, 3)).astype(np.uint8)


def save(path: Path, nodes: list[Any], **values: Any) -> Path:
    """A net from `image`, N x 3 x rows x columns, to `answer`."""
    helper, number = onnx.helper, onnx.TensorProto.FLOAT
    given = helper.make_tensor_value_info("image", number, ["n", 3, "rows", "columns"])
    out = helper.make_tensor_value_info("answer", number, ["n", 8, None, None])
    kept = [onnx.numpy_helper.from_array(np.asarray(value), name) for name, value in values.items()]
    graph = helper.make_graph(nodes, "net", [given], [out], kept)
    version = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=version, ir_version=8), path)
    return path


def plain(folder: Path) -> Path:
    rng = np.random.default_rng(1)
    nodes = [
        make_node("Sub", ["image", "middle_level"], ["around"]),
        make_node("Mul", ["around", "part"], ["small"]),
        make_node("Conv", ["small", "weights", "bias"], ["answer"], **CONV),
    ]
    weights = rng.normal(0, 1, (8, 3, 3, 3)).astype(np.float32)
    bias = rng.normal(0, 1, 8).astype(np.float32)
    levels = {"middle_level": np.float32(128), "part": np.float32(1 / 64)}
    return save(folder / "plain.onnx", nodes, weights=weights, bias=bias, **levels)


def in_bytes(folder: Path, step: float, middle: int) -> Path:
    """As onnxruntime quantises nets; what the convolution is given has these steps."""
    rng = np.random.default_rng(1)
    weight, scale = rng.integers(-127, 128, (8, 3, 3, 3)).astype(np.int8), np.full(8, 0.01, np.float32)
    bias = rng.integers(-5000, 5000, 8).astype(np.int32)
    nodes = [
        make_node("Sub", ["image", "middle_level"], ["around"]),
        make_node("Mul", ["around", "part"], ["small"]),
        make_node("QuantizeLinear", ["small", "step_0", "middle_0"], ["bytes"]),
        make_node("DequantizeLinear", ["bytes", "step_0", "middle_0"], ["given"]),
        make_node("DequantizeLinear", ["weight", "scale", "zeros"], ["weights"], axis=0),
        make_node("DequantizeLinear", ["steps", "bias_scale", "none"], ["bias"], axis=0),
        make_node("Conv", ["given", "weights", "bias"], ["answer"], **CONV),
    ]
    levels: dict[str, Any] = {"middle_level": np.float32(128), "part": np.float32(1 / 64)}
    levels |= {"step_0": np.float32(step), "middle_0": np.uint8(middle)}
    zeros = {"zeros": np.zeros(8, np.int8), "none": np.zeros(8, np.int32)}
    quantised = {"weight": weight, "scale": scale, "steps": bias, "bias_scale": scale * np.float32(step)}
    return save(folder / "bytes.onnx", nodes, **quantised, **zeros, **levels)


def answers(path: Path, given: Any) -> Any:
    return ort.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(None, {"image": given})[0]


def both(path: Path, fourth: int = 0) -> tuple[Any, Any]:
    """What a net answers before it takes pictures, and afterwards."""
    before = answers(path, PICTURES.transpose(0, 3, 1, 2).astype(np.float32))
    take_pictures(path)
    fours = np.concatenate([PICTURES, np.full((*PICTURES.shape[:3], 1), fourth, np.uint8)], axis=3)
    return before, answers(path, fours)


@pytest.mark.parametrize("fourth", [0, 255])
def test_a_net_as_trained_answers_the_same(tmp_path: Path, fourth: int) -> None:
    before, after = both(plain(tmp_path), fourth)
    assert np.allclose(before, after, atol=1e-4)


def test_an_int8_net_that_saw_every_level_answers_the_same(tmp_path: Path) -> None:
    before, after = both(in_bytes(tmp_path, 1 / 64, 128))
    assert np.allclose(before, after, atol=1e-4)


def test_one_that_saw_fewer_levels_counts_in_the_same_steps(tmp_path: Path) -> None:
    """The step of its input changes, so its bias is counted anew; what was rounded differs by half a step."""
    before, after = both(in_bytes(tmp_path, 0.0154, 127))
    half = 0.5 * 0.0154 * 0.01 * 127 * 27
    assert np.abs(before - after).max() < 2 * half
    assert np.abs(before - after).mean() < half / 4

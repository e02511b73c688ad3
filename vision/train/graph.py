"""Graphs of exported nets made to take pictures as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto
from onnx.helper import make_node, make_tensor_value_info
from onnx.numpy_helper import from_array, to_array


def take_pictures(path: Path) -> None:
    """Let a net take pictures as they lie in memory: bytes, N x H x W x 4; the fourth counts nothing.

    What it did to them first, (x - 128) / 64, are steps of 1 / 64 to an int8 net and no arithmetic, and its
    convolutions are faster where channels come in fours.
    """
    model = onnx.load(path)
    graph = model.graph
    values = {value.name: value for value in graph.initializer}
    made = {name: node for node in graph.node for name in node.output}
    first = next(node for node in graph.node if node.op_type == "Conv")
    if int8 := first.input[1] in made:
        _in_steps(values, made[first.input[0]], made[first.input[2]])
    weights = values[made[first.input[1]].input[0] if int8 else first.input[1]]
    _put(weights, np.pad(to_array(weights), [(0, 0), (0, 1), (0, 0), (0, 0)]))
    for node in list(_before(made, first.input[0])):
        graph.node.remove(node)
    steps = {"step": np.array(1 / 64, np.float32), "middle": np.array(128, np.uint8)}
    graph.initializer.extend(from_array(value, name) for name, value in steps.items())
    graph.node.insert(0, make_node("DequantizeLinear", ["planes", *steps], ["levels"]))
    graph.node.insert(0, make_node("Transpose", ["image"], ["planes"], perm=[0, 3, 1, 2]))
    first.input[0] = "levels"
    count, _, rows, columns = (d.dim_param or d.dim_value for d in graph.input[0].type.tensor_type.shape.dim)
    shape = [count, rows, columns, 4]
    graph.input[0].CopyFrom(make_tensor_value_info("image", TensorProto.UINT8, shape))
    used = {name for node in graph.node for name in node.input}
    for spare in [value for value in graph.initializer if value.name not in used]:
        graph.initializer.remove(spare)
    onnx.save(model, path)


def _before(made: dict[str, NodeProto], name: str) -> Iterator[NodeProto]:
    """All that a value is made by."""
    if name in made:
        yield made[name]
        for given in made[name].input:
            yield from _before(made, given)


def _in_steps(values: dict[str, TensorProto], read: NodeProto, bias: NodeProto) -> None:
    """Let the bias of the first convolution, which is given `read`, count in steps of 1 / 64."""
    steps, scale, before = (to_array(values[name]) for name in (*bias.input[:2], read.input[1]))
    larger = np.float32(1 / 64) / before
    _put(values[bias.input[0]], np.round(steps / larger).astype(steps.dtype))
    _put(values[bias.input[1]], scale * larger)


def _put(value: TensorProto, array: NDArray[Any]) -> None:
    value.CopyFrom(from_array(array, value.name))

"""The nets of `models/`, loaded to run with onnxruntime."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import onnxruntime as ort

MODELS: Final = Path(__file__).parents[1] / "models"
PRECISE: Final = MODELS / "fp32"
"""The same nets before they were made int8: for processors that are slow with bytes."""
_SPOILT: Final = (
    ort.capi.onnxruntime_pybind11_state.Fail,
    ort.capi.onnxruntime_pybind11_state.InvalidArgument,
    ort.capi.onnxruntime_pybind11_state.InvalidGraph,
    ort.capi.onnxruntime_pybind11_state.InvalidProtobuf,
)


class ModelError(Exception):
    """A model is missing or not one of ours; the message says which and what to do."""


def session(path: Path, threads: int) -> ort.InferenceSession:
    """A net for `threads` threads of the processor; ModelError if it is missing or none."""
    if not path.is_file():
        raise ModelError(f"The model {path} is missing: install the package again.")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # would keep a plan of the memory for every size of region
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # x86 processors without VNNI add products of bytes in 16 bits, which cuts large sums off: the answers are
    # then five times as far from those of the nets before they were made int8 (test_load.py).
    options.add_session_config_entry("session.x64quantprecision", "1")
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except _SPOILT as error:
        raise ModelError(f"The model {path} cannot be loaded: install the package again.") from error


def temperature(net: ort.InferenceSession, path: Path) -> float:
    """The number by which the net's logits are divided for calibrated odds; ModelError if its file does not
    say."""
    heat = net.get_modelmeta().custom_metadata_map.get("temperature")
    if heat is None:
        raise ModelError(f"{path} has no temperature: export it again.")
    return float(heat)

"""A net that was exported can be trained on: what is restored of it answers the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is installed for training only")
pytest.importorskip("onnx", reason="onnx is installed for training only")

from vision.nets.load import MODELS  # noqa: E402
from vision.train import export, restore  # noqa: E402
from vision.train.classifier import tensor  # noqa: E402
from vision.train.graph import take_pictures  # noqa: E402
from vision.train.nets import Classifier  # noqa: E402

CROPS = np.random.default_rng(3).integers(0, 256, (96, 64, 48, 3)).astype(np.uint8)


def trained() -> Classifier:
    """A net whose normalisations have figures of their own, as after a training."""
    torch.manual_seed(5)
    net = Classifier().train()
    for _ in range(4):
        net(tensor(CROPS))
    for norm in (m for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d)):
        torch.nn.init.uniform_(norm.weight, 0.5, 1.5)
        torch.nn.init.normal_(norm.bias, 0, 0.3)
    return net.eval()


def test_what_was_exported_comes_back(tmp_path: Path) -> None:
    net, path = trained(), tmp_path / "classifier.onnx"
    export.write("classifier", net, path)
    take_pictures(path)
    back = restore.restore(path, CROPS[:64])
    assert restore.apart(back, path, CROPS[64:]) < 1e-4
    with torch.no_grad():
        assert torch.allclose(back(tensor(CROPS)), net(tensor(CROPS)), atol=1e-4)


def test_a_training_begins_with_the_same_answers(tmp_path: Path) -> None:
    """Normalisations go by the batch while a net is trained: with the crops they were unfolded by, alike."""
    net, path = trained(), tmp_path / "classifier.onnx"
    export.write("classifier", net, path)
    take_pictures(path)
    back = restore.restore(path, CROPS)
    with torch.no_grad():
        given = (tensor(CROPS) - 128) / 64
        settled = back.body(given)
        assert torch.allclose(back.body.train()(given), settled, atol=1e-3)


def test_the_shipped_classifier_can_be_restored() -> None:
    path = MODELS / "fp32" / "classifier.onnx"
    assert restore.apart(restore.restore(path, CROPS[:64]), path, CROPS[64:]) < restore.CLOSE

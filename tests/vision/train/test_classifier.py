"""What a training of the classifier asks for."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch is installed for training only")

from vision.train.classifier import kept_loss  # noqa: E402
from vision.train.draw.designs import CLASSES  # noqa: E402

LABELS = torch.tensor([3, 7])


def answers(*sure: float) -> torch.Tensor:
    """Logits that name the label, each so clearly."""
    out = torch.zeros(len(sure), CLASSES + 1)
    for row, (face, by) in enumerate(zip(LABELS.tolist(), sure, strict=True)):
        out[row, face] = by
    return out


def test_the_answers_of_the_earlier_net_cost_nothing() -> None:
    old = answers(9.0, 8.0)
    assert float(kept_loss(old, old, LABELS)) == pytest.approx(0, abs=1e-6)


def test_to_forget_what_the_earlier_net_knew_costs() -> None:
    forgot = answers(9.0, -8.0)
    assert float(kept_loss(forgot, answers(9.0, 8.0), LABELS)) > 1


def test_what_the_earlier_net_got_wrong_or_guessed_is_free() -> None:
    for unsure in (-8.0, 4.0):
        assert float(kept_loss(answers(9.0, -8.0), answers(9.0, unsure), LABELS)) == pytest.approx(
            0, abs=1e-6
        )


def test_where_nothing_was_known_there_is_nothing_to_keep() -> None:
    loss = kept_loss(answers(1.0, 1.0).requires_grad_(), answers(0.0, 0.0), LABELS)
    loss.backward()
    assert loss.item() == 0

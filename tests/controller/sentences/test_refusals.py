"""Why a command is refused: one list of reasons, and nothing is refused in other words."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.messages import NAMES, Reply
from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.bus.examples import COMMANDS
from controller.bus.gate import Answer, Gate, Letter
from controller.bus.replies import Replies
from controller.sentences.refusals import REASONS, Refusal
from engine.state.faults import Fault
from tests.controller.desk import Desk
from tests.controller.given import unpaid

CONTROLLER = Path(__file__).resolve().parents[3] / "controller"
TOPICS = Topics("home", "table-1")
ANSWERS = ("answer", "answered", "reply")
"""Methods of the bus and its gate that answer a command."""


def named(node: ast.Call) -> str:
    func = node.func
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(CONTROLLER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and named(node) in names:
                yield f"{path.relative_to(CONTROLLER)}:{node.lineno}", node


def text(node: ast.expr) -> bool:
    """Whether an expression is a sentence of its own."""
    if isinstance(node, ast.IfExp):
        return text(node.body) or text(node.orelse)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def test_every_reason_that_the_code_gives_is_listed_and_has_its_values() -> None:
    wrong = []
    for where, node in calls("Refusal"):
        reason = ast.literal_eval(node.args[0])
        known = REASONS.get(reason)
        given_ = {keyword.arg for keyword in node.keywords}
        if known is None or (None not in given_ and known.holes - given_):
            wrong.append(f"{where} {reason}")
    assert wrong == []


def test_no_reason_is_spare() -> None:
    used = {node.args[0].value for _, node in calls("Refusal") if isinstance(node.args[0], ast.Constant)}
    assert used | {"illegal"} == REASONS.keys()


def test_nothing_is_refused_in_free_words() -> None:
    wrong = [
        where
        for where, node in calls(*ANSWERS)
        if isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func.value).endswith(("bus", "_gate", "gate"))
        and (len(node.args) > 2 or any(text(arg) for arg in node.args[1:]) or node.keywords)
    ]
    assert wrong == []
    built = {where.partition(":")[0] for where, _ in calls("Reply")}
    assert built == {"bus/examples.py", "bus/gate.py"}, "only the gate makes replies"


@pytest.mark.parametrize("reason", REASONS)
def test_a_sentence_is_whole(reason: str) -> None:
    assert REASONS[reason].sentence.endswith((".", "{detail}", "{detail})", ".)", "{faults}"))
    values = dict.fromkeys(REASONS[reason].holes, "W") | {"faults": ["NO_YAKU"]}
    assert "{" not in str(Refusal(reason, **values))


def test_a_reason_that_nobody_listed_or_without_its_values_is_an_error() -> None:
    with pytest.raises(KeyError):
        Refusal("because")
    with pytest.raises(ValueError, match="no_row needs last"):
        Refusal("no_row", row="P-99")


def test_values_are_said_in_words() -> None:
    assert str(Refusal("unsigned", winds=["E", "N"])) == "Not everybody has signed in. Missing: East, North."
    assert str(Refusal.illegal(Fault.NO_YAKU | Fault.FURITEN)) == (
        "The hand is complete but has no yaku. The player is furiten and can win only by tsumo."
    )
    assert str(Refusal("no_axis", axis="{axes}", axes="LIFT1")) == "There is no axis {axes}: one of LIFT1."


def whole(reply: Reply) -> bool:
    """Whether a reply says what it refuses by a listed reason, and nothing where it does not."""
    if reply.ok:
        return (reply.code, reply.message, reply.reason, reply.values) == ("ok", "", "", {})
    said = Refusal(reply.reason, **reply.values)
    return (reply.code, reply.message) == (said.code, str(said)) and bool(reply.message)


WORDS = st.sampled_from(("", "x", "P-18", "P-27", "P-99", "5m", "riichi", "start", "fine", "LIFT1", "rrc"))
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.integers() | WORDS,
    lambda some: st.lists(some, max_size=4) | st.dictionaries(WORDS, some, max_size=3),
    max_leaves=4,
)


@st.composite
def commands(draw: st.DrawFn) -> dict[str, Any]:
    """An example of a command, with some of it changed."""
    command = draw(st.sampled_from(COMMANDS))
    body: dict[str, Any] = dict(command.body)
    for key in draw(st.lists(st.sampled_from([*body, "seat", "more"]), max_size=2)):
        body[key] = draw(VALUES)
    name = draw(st.sampled_from((command.name, command.name, command.name, *NAMES)))
    return {"name": name, "body": body}


ACCOUNTS = (
    None,
    *(Account.named("x", role, 1 if role is Role.SEAT else None, "table-1").name for role in Role),
    "stranger",
)


@given(
    commands(),
    st.sampled_from(ACCOUNTS),
    st.sampled_from(({}, {"expires_ms": 0}, {"id": ""}, {"by": 5})),
    st.booleans(),
)
@settings(deadline=None, max_examples=300)
def test_whatever_the_gate_refuses_has_a_reason(
    command: dict[str, Any], device: str | None, more: dict[str, Any], retained: bool
) -> None:
    gate = Gate(TOPICS, Replies(None, "boot", lambda: 0), "boot", lambda: 1, lambda: 7, "table-1")
    payload = json.dumps({"id": "1", "by": "x"} | command | more).encode()
    found = gate.admit(Letter(payload, device, retained=retained, response=TOPICS.reply("x")))
    if isinstance(found, Answer):
        assert whole(found.reply)
        assert not found.reply.ok


@given(st.lists(commands(), min_size=1, max_size=6))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_table_refuses_has_a_reason(
    tmp_path_factory: pytest.TempPathFactory, asked: list[dict[str, Any]]
) -> None:
    desk = Desk(tmp_path_factory.mktemp("table"), unpaid()[:12])
    try:
        for command in asked:
            desk.says(command["name"], **command["body"])
        assert [reply for reply in desk.bus.answers if not whole(reply)] == []
        assert desk.bus.answers
    finally:
        desk.service.close()

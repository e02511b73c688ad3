"""What is wrong with a form is a field and a kind of fault, and each has words in every language."""

from __future__ import annotations

import json
import math
import re
from enum import StrEnum
from typing import Annotated, Any, Literal
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from club.referee.acting import _ACTS
from club.web.api.account import Change, NewAccount, Own, Password
from club.web.api.director import Rules, Sheet
from club.web.api.log import Submitted
from club.web.api.online import Given
from club.web.api.people import Listed, NewPeople, Person
from club.web.request.malformed import KINDS, OTHER, WHOLE, malformed
from club.web.request.problem import ProblemError
from screens import CLUB, CLUB_LANGUAGES
from words import catalogue

MODELS: tuple[Any, ...] = (
    *(Submitted, Sheet, Rules, NewPeople, Person, Listed, Given, NewAccount, Change, Own, Password),
    *(model for model, _ in _ACTS.values()),
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("x" * 5000),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text(max_size=5), some, max_size=4),
    max_leaves=6,
)
TYPES = ("registered", "round_drawn", "game_recorded", "table_bound", "late", "nonsense")


def words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = dict(catalogue(language, "club"))
    return found


def names(model: Any) -> list[str]:
    known = isinstance(model, type) and issubclass(model, BaseModel)
    return list(model.model_fields) if known else list(getattr(model, "__annotations__", {}))


def fault(model: Any, body: object) -> ProblemError:
    with pytest.raises(ValidationError) as error:
        TypeAdapter(model).validate_json(json.dumps(body))
    return malformed(error.value)


def sitting(*players: int) -> dict[str, Any]:
    drawn = {"type": "round_drawn", "tournament": 1, "round": 1, "method": "manual"}
    return {"events": [{**drawn, "sittings": [{"table": 7, "players": players}]}], "key": "key-0001"}


@pytest.mark.parametrize(
    ("model", "body", "said"),
    [
        (NewPeople, {"people": []}, "Players: it is needed."),
        (NewPeople, {"people": [{"name": ""}]}, "Name: it is needed."),
        (NewPeople, {"people": [{"name": "A", "country": "Latvia"}]}, "Country: "),
        (NewPeople, {"people": [{"name": "A", "ema": 5}]}, "EMA number: write words."),
        (Sheet, {"scores": [1, 2, 3, 4], "sticks_left": 401}, "Riichi sticks left: 400 or less."),
        (Sheet, {"scores": [1, 2, 3, "x"]}, "Points: write a whole number."),
        (Sheet, {"scores": None}, "Points: it is needed."),
        (Sheet, [], "What was sent: it is not written as it should be."),
        (Submitted, sitting(1, 1, 2, 3), "What was sent: four different people play at table 7."),
        (Submitted, {"events": [{"type": "x"}], "key": "key-0001"}, "What was sent: choose one of the list."),
    ],
)
def test_a_fault_is_said_with_its_field(model: Any, body: object, said: str) -> None:
    assert str(fault(model, body)).startswith(said)


class Wind(StrEnum):
    EAST = "E"


class Filled(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=2, max_length=3)] = "abc"
    people: Annotated[list[str], Field(min_length=2, max_length=3)] = Field(["a", "b"])
    count: Annotated[int, Field(ge=1, le=9)] = 5
    share: Annotated[float, Field(allow_inf_nan=False)] = 0.5
    which: Literal["one", "other"] = "one"
    place: Wind = Wind.EAST
    sure: bool = True


ONE_OF: Any = Annotated[
    Annotated[dict[Literal["one"], str], Tag("one")] | Annotated[dict[str, int], Tag("other")],
    Discriminator(lambda given: given.get("type")),
]


@pytest.mark.parametrize(
    ("model", "body", "wrong", "limit"),
    [
        (Filled, {"name": "a"}, "shorter", 2),
        (Filled, {"name": "abcd"}, "longer", 3),
        (Filled, {"people": ["a"]}, "fewer", 2),
        (Filled, {"people": ["a"] * 4}, "more", 3),
        (Filled, {"count": 0}, "least", 1),
        (Filled, {"count": 10}, "most", 9),
        (Filled, {"who": 1}, "extra", ""),
        (Filled, {"name": 1}, "text", ""),
        *((Filled, {"count": value}, "number", "") for value in ((), "x", 1.5)),
        *((Filled, {"share": value}, "number", "") for value in ((), "x", math.inf)),
        *((Filled, {name: "x"}, "choice", ANY) for name in ("which", "place", "sure")),
        (Filled, {"sure": []}, "choice", ""),
        (Filled, {"name": None}, "required", ""),
        (Password, {"login": "a"}, "required", ""),
        (ONE_OF, {}, "required", ""),
        (ONE_OF, {"type": "third"}, "choice", ""),
        (Filled, 5, OTHER, ""),
    ],
)
def test_every_kind_of_fault_is_said_with_its_limit(model: Any, body: Any, wrong: str, limit: object) -> None:
    with pytest.raises(ValidationError) as error:
        TypeAdapter(model).validate_python(body)
    found = malformed(error.value).values
    assert (found["wrong"], found["limit"]) == (wrong, limit)


@given(st.data())
def test_whatever_is_sent_has_a_field_and_a_fault_that_have_words(data: st.DataObject) -> None:
    model = data.draw(st.sampled_from(MODELS))
    known = dict.fromkeys(names(model), JSON)
    event = st.fixed_dictionaries({"type": st.sampled_from(TYPES), "tournament": st.just(1)})
    body = data.draw(
        JSON
        | st.fixed_dictionaries({}, optional=known)
        | st.fixed_dictionaries({"events": st.lists(event, max_size=2), "key": st.just("key-0001")})
    )
    try:
        TypeAdapter(model).validate_json(json.dumps(body))
    except ValidationError as error:
        problem = malformed(error)
        sentence = problem.sentence
        assert problem.values["field"] in words("en")["field"]
        assert problem.values["wrong"] in words("en")["wrong"]
        assert not re.search(r"\{\w+\}", sentence)
        assert sentence.endswith(".")


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_fault_has_words_with_the_same_values(language: str) -> None:
    def holes(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    said, english = words(language), words("en")
    assert {*KINDS.values(), OTHER, "json"} == said["wrong"].keys()
    assert WHOLE in said["field"]
    for family in ("field", "wrong"):
        assert list(said[family]) == list(english[family])
        assert [k for k, text in said[family].items() if holes(text) != holes(english[family][k])] == []
    same = [key for key, text in said["wrong"].items() if text == english["wrong"][key]]
    assert same == [] or language == "en"


def test_whatever_people_fill_in_has_a_name() -> None:
    """The names of the inputs of all forms; those that only choose what is shown are sent to nobody."""
    pages = (CLUB / "js").rglob("*.js")
    asked = {name for path in pages for name in re.findall(r'\bname="([a-z_]+)"', path.read_text("utf-8"))}
    unsent = {"all", "because", "cancels", "from", "username", "why", "words"}
    assert asked - unsent - words("en")["field"].keys() == set()

"""Messages for people, by a code and its values: the catalogues of the pages have the sentences of each
language, and those of programs and terminals are the English ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from engine.state import faults
from words import FIRST, catalogue
from words.message import filled, names, parsed


class Told(TypedDict):
    """A sentence for people, such as why a request is refused: `message` is English; pages say that of `code`
    in their language, with these values."""

    code: str
    values: dict[str, Any]
    message: str


class Said:
    """A sentence by its code; as text it is the English one, or the code where that has none.

    Values are JSON. `person` is an id and `by` an account, for which pages have names; `what` may say what an
    entry of the log is about (`club.log.events.words`), `fault` are faults of the engine by their names,
    `needs` is what the rules need of a result (`club.results.needs`), `why` says why a table refuses
    something, `field` and `wrong` what is wrong with a form (`club.web.request.malformed`).
    """

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return _filled("refusal", self.code, self.values)

    @property
    def data(self) -> Told:
        """The refusal as JSON for a page, which shows it in its own language."""
        return {"code": self.code, "values": self.values, "message": str(self)}


class ToldError(Exception):
    """An error that is shown to people."""

    def __init__(self, code: str, **values: object) -> None:
        self.said = Said(code, **values)
        super().__init__(str(self.said))

    @property
    def code(self) -> str:
        return self.said.code

    @property
    def values(self) -> Mapping[str, object]:
        return self.said.values

    @property
    def sentence(self) -> str:
        """The refusal in English: what is wrong and what to do."""
        return str(self)


def entry_in_english(what: Mapping[str, object]) -> str:
    """What an entry says, in a few words (`club.log.events.words`)."""
    table, known = what.get("table"), _catalogue()
    where = (
        known["rounds"]["everywhere"]
        if table is None
        else filled(known["club"]["table"], FIRST, {"n": table})
    )
    person = {"person": f"#{what['person']}"} if isinstance(what.get("person"), int) else {}
    return _filled("entry", str(what["type"]), {**what, "where": where, **person})


def in_language(language: str, code: str, values: Mapping[str, object]) -> str:
    """A refusal in one of our languages; what its values say in words stays English."""
    return _filled("refusal", code, values, language)


def words(family: str) -> Mapping[str, str]:
    """The English words of a family of the catalogue."""
    found: Mapping[str, str] = _catalogue()[family]
    return found


def _catalogue(language: str = FIRST) -> Mapping[str, Any]:
    return catalogue(language, "club")


def _filled(section: str, code: str, values: Mapping[str, object], language: str = FIRST) -> str:
    text = str(_catalogue(language)[section].get(code, code))
    shown = {name: _shown(name, values[name], values) for name in names(parsed(text)) if name in values}
    return filled(text, language, {name: f"{{{name}}}" for name in names(parsed(text))} | shown)


def _shown(name: str, value: object, values: Mapping[str, object]) -> object:
    if isinstance(value, Mapping):
        return str(value["message"]) if name == "why" else entry_in_english(value)
    if name == "needs" and isinstance(value, list | tuple):
        return ", ".join(words("lacks")[str(each)] for each in value)
    if name == "field":
        return words("field")[str(value)]
    if name == "wrong":
        return _filled("wrong", str(value), {"limit": values["limit"]})
    if name == "fault" and isinstance(value, list):
        return " ".join(faults.sentence(faults.Fault[each]) for each in value)
    return value

"""Requests of every kind: what a model takes, the same spoilt, and nonsense, for every address of an app."""

from __future__ import annotations

import copy
import http.client
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args
from urllib.parse import quote

from hypothesis import strategies as st
from pydantic import TypeAdapter
from starlette.applications import Starlette
from starlette.routing import Route

from club.referee.acting import _ACTS
from club.web.api.routes import OPERATIONS
from engine.rules.presets import OPTIONS, PRESETS

DIGITS: Final = "9" * 5000
"""More than Python makes a number of."""
METHODS: Final = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
MODELS: Final[Mapping[str, tuple[Any, ...]]] = {
    each.path: get_args(each.body) or (each.body,)
    for each in OPERATIONS
    if each.method == "POST" and each.body is not None
}
"""What an address takes; one that is not here is sent what any of the others takes."""
DO: Final = "/api/tournaments/{tournament:int}/desk/do"

NASTY: Final[st.SearchStrategy[Any]] = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(
        (
            *(-1, 0, 1, 2, 5, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30, -(10**30)),
            *(0.5, 1e308, -0.0, float("nan"), float("inf"), float("-inf")),
            *(
                "",
                " ",
                "\x00",
                "a\x00b",
                "\ud800",
                "\udfff\ud800",
                "\u202e",
                "𝔘🀄",
                "1",
                "-1",
                "null",
                "x" * 5000,
            ),
            *("{}", "[]", "../..", "1e5", "١", "=1+1", "\r\nx: y", "<b>", "rrc", "\\", "%00"),
        )
    ),
    st.sampled_from(([], {}, [[]], [None] * 5, {"": None}, {"\ud800": "\x00"}, {"type": "x"})),
    st.integers(),
    st.text(max_size=6),
).map(copy.deepcopy)
PARTS: Final = st.one_of(
    st.sampled_from(("0", "1", "2", "3", "4", "9", str(2**31), str(2**63), str(10**30), "-1", "01", "1.0")),
    st.sampled_from(
        (DIGITS, "rrc", "standings", "results", "seating", "journal", "numbers", "csv", "ema", "json")
    ),
    st.sampled_from(("table-1", "en", "%00", "%FF", "%ED%A0%80", "..", "%2e%2e", "%D9%A1", "x" * 300, "%")),
    st.text(min_size=1, max_size=4).map(lambda text: quote(text, errors="replace", safe="")),
)
PERSON: Final = st.integers(1, 9)
RECORD: Final = {
    "dealer": 0,
    "wind": 0,
    "number": 1,
    "reason": "win",
    "winners": [0],
    "deltas": [8000, -8000, 0, 0],
    "scores": [38_000, 22_000, 30_000, 30_000],
}
PLAIN: Final[Mapping[str, st.SearchStrategy[Any]]] = {
    "tournament": st.sampled_from((1, 1, 1, 1, 1, 1, 2, 0)),
    **dict.fromkeys(("person", "substitute"), PERSON),
    **dict.fromkeys(("round", "from_round", "table", "stage", "rounds"), st.integers(1, 3)),
    **dict.fromkeys(("call", "penalty", "appeal", "about", "supersedes"), st.none() | st.integers(1, 60)),
    **dict.fromkeys(("seqs", "because"), st.lists(st.integers(1, 60), max_size=2)),
    **dict.fromkeys(("hand", "seat"), st.integers(0, 3)),
    "method": st.sampled_from(("manual", "manual", "random", "swiss", "interval", "predetermined")),
    "sittings": st.sampled_from(
        (
            [{"table": 1, "players": [1, 2, 3, 4]}, {"table": 2, "players": [5, 6, 7, 8]}],
            [{"table": 1, "players": [2, 1, 3, 4]}],
            [{"table": 3, "players": [1, 5, 9, 13]}, {"table": 1, "players": [2, 6, 10, 14]}],
        )
    ),
    "record": st.sampled_from((RECORD, RECORD | {"winners": [], "reason": "exhaustive", "tenpai": [0, 3]})),
    "preset": st.sampled_from((*PRESETS, "classical", "chess")),
    "options": st.dictionaries(
        st.sampled_from((*OPTIONS, "x")),
        st.sampled_from((True, False, 0, 1, 10_000, "never", [1, 2])),
        max_size=3,
    ),
    "scores": st.sampled_from(
        ([30_000] * 4, [46_500, 25_300, 34_100, 14_100], [25_000] * 4, [30_000, 30_000, 30_000, 29_000])
    ),
    "chips": st.sampled_from((None, [0] * 4, [2, -1, -1, 0], [1, 0, 0, 0])),
    "won": st.sampled_from((None, [True, False, True, True], [False] * 4)),
    "players": st.permutations(range(1, 9)).map(lambda people: people[:4]),
    "fee": st.sampled_from(("", "20 €")),
    "text": st.sampled_from(
        ('{"type":"start_game"}', '<mjloggm ver="2.3">', "{}", '{"log":[]}', '{"head":{}}')
    ),
    "csv": st.sampled_from(("name\nNora\n", "name,ema\nNora,x\n", "a\nb", 'name\n"', "name\n\x00\n")),
    "link": st.sampled_from((None, "x", "1.2.3", "1.99999999999.x")),
    "dates": st.lists(st.sampled_from(("2026-12-05", "yesterday")), max_size=2),
    "persons": st.lists(st.integers(1, 9), min_size=1, max_size=3),
    "reason": st.sampled_from(("P-14", "P-43", "P-01", "a word")),
    "votes": st.dictionaries(st.sampled_from(("account-1", "account-3", "x")), st.booleans(), min_size=1),
    "accounts": st.dictionaries(st.sampled_from(("e", "s", "w", "n")), st.integers(1, 9), max_size=4),
}
"""Values that take a request further than its shape does."""
KEYS: Final = st.integers(0, 2**40).map(lambda n: f"fuzzed-{n:011x}")
SMALL: Final = st.sampled_from((0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 12, 20, 75, 300, 1000))


def shaped(schema: Mapping[str, Any], known: Mapping[str, Any], name: str = "") -> st.SearchStrategy[Any]:
    """What a JSON Schema describes, mostly."""
    if "$ref" in schema:
        return shaped(known[schema["$ref"].rpartition("/")[2]], known, name)
    if "const" in schema:
        return st.just(schema["const"])
    if name in PLAIN:
        return PLAIN[name]
    if name == "key":
        return KEYS
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([shaped(each, known, name) for each in schema[several]])
    return _typed(schema, known, name)


def _typed(schema: Mapping[str, Any], known: Mapping[str, Any], name: str) -> st.SearchStrategy[Any]:
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {})
            must = {key: shaped(fields[key], known, key) for key in schema.get("required", ())}
            may = {key: shaped(each, known, key) for key, each in fields.items() if key not in must}
            if "tournament" in may:
                must["tournament"] = may.pop("tournament")
            if "type" in may:
                must["type"] = may.pop("type")
            return st.fixed_dictionaries(must, optional=may)
        case "array":
            if "prefixItems" in schema:
                return st.tuples(*(shaped(each, known, name) for each in schema["prefixItems"])).map(list)
            least = schema.get("minItems", 0)
            return st.lists(shaped(schema.get("items", {}), known), min_size=least, max_size=least + 2)
        case "string":
            if "pattern" in schema:
                return st.from_regex(schema["pattern"], fullmatch=True)
            return st.text(min_size=schema.get("minLength", 0), max_size=8)
        case "integer":
            return SMALL
        case "number":
            return st.floats(allow_nan=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    return NASTY


def model(kind: Any) -> st.SearchStrategy[Any]:
    """Bodies that a pydantic model takes, mostly."""
    schema = TypeAdapter(kind).json_schema()
    return shaped(schema, schema.get("$defs", {}))


ACTS: Final = st.one_of(
    [
        st.fixed_dictionaries({"name": st.just(name), "body": model(kind), "key": KEYS})
        for name, (kind, _) in _ACTS.items()
    ]
)
BODIES: Final = {path: st.one_of([model(kind) for kind in kinds]) for path, kinds in MODELS.items()} | {
    DO: ACTS
}
ANY: Final = st.one_of(list(BODIES.values()))


@st.composite
def spoilt(draw: st.DrawFn, whole: st.SearchStrategy[Any]) -> Any:
    """The same with one or two of its values replaced, left out or put in."""
    body = copy.deepcopy(draw(whole))
    for _ in range(draw(st.integers(1, 2))):
        at, step = body, None
        while isinstance(at, dict | list) and at and (step is None or draw(st.integers(0, 3))):
            inside, step = at, draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
            at = inside[step]
        if step is None:
            return draw(NASTY)
        if isinstance(inside, dict) and draw(st.integers(0, 4)) == 0:
            del inside[step]
        elif isinstance(inside, dict) and draw(st.integers(0, 4)) == 0:
            inside[draw(st.text(max_size=3))] = draw(NASTY)
        else:
            inside[step] = draw(NASTY)
    return body


RAW: Final = st.one_of(
    st.just(None),
    st.sampled_from(
        (b"", b"{", b"\xff\xfe", b'"\xed\xa0\x80"', b"[" * 3000, b'{"a":' * 1500, b"\x00", b"null", b"1")
    ),
    st.sampled_from(
        (DIGITS.encode(), b'{"login": ' + DIGITS.encode() + b"}", b'{"events": NaN}', b'"\\ud800"')
    ),
    st.binary(max_size=20),
)


@dataclass(frozen=True)
class Asked:
    """One request; `who` is the number of who sends it."""

    method: str
    path: str
    who: int
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


QUERIES: Final = st.one_of(
    st.just(""),
    st.lists(
        st.tuples(
            st.sampled_from(
                ("language", "lang", "round", "playing", "free", "hands", "last", "by", "seq", "x")
            ),
            PARTS | st.sampled_from(("sv", "ja", "1", "²", "٣", "")).map(quote),
        ),
        max_size=2,
    ).map(lambda pairs: "?" + "&".join(f"{name}={value}" for name, value in pairs)),
)
HEADERS: Final = st.one_of(
    *[st.just({})] * 5,
    st.sampled_from(
        [
            {name: value}
            for name, values in {
                "content-type": ("text/plain", "application/json; charset=utf-16", "\xff", ""),
                "x-csrf-token": ("", "\xff", "wrong"),
                "cookie": ("jantaku=", "jantaku=\xff", "jantaku=%00", "x", "jantaku=" + "9" * 400),
                "if-none-match": ("*", "\xff", 'W/"x"'),
                "last-event-id": (DIGITS, "-1", "\xff", "1.2", "x:y"),
                "accept-language": ("\xff", ";q=", "en;q=x", "x" * 500),
                "origin": ("null", "\xff", "http://[", "http://x:99999"),
                "host": ("", "[", "x:99999", "\xff", "127.0.0.1:x"),
                "accept-encoding": ("\xff", "gzip;q=x"),
                "range": ("bytes=5-1", "bytes=" + DIGITS),
            }.items()
            for value in values
        ]
    ),
)


def places(app: Starlette) -> list[tuple[str, str]]:
    """Method and pattern of everything that an app serves over HTTP."""
    found = [
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route)
        for method in sorted(route.methods or ("GET",))
    ]
    return sorted(set(found))


@st.composite
def asked(draw: st.DrawFn, known: Iterable[tuple[str, str]], people: int) -> Asked:
    """A request to one of the places, or with another method, by one of so many people."""
    method, pattern = draw(st.sampled_from([each for each in known if each[0] != "HEAD"]))
    if draw(st.integers(0, 19)) == 0:
        method = draw(st.sampled_from(METHODS))
    path = draw(QUERIES)
    for part in reversed(pattern.split("/")):
        if part.startswith("{"):
            name, dot, rest = part.partition("}")
            usual = st.sampled_from("111123") if ":int" in name else PARTS
            part = f"{draw(usual if draw(st.integers(0, 3)) else PARTS)}{rest}"  # noqa: PLW2901 - the part as sent
            del dot
        path = f"/{part}{path}" if not path.startswith("/") or part else path
    body: bytes | None = None
    if method not in {"GET", "HEAD"}:
        shape = BODIES.get(pattern, ANY)
        made = draw(st.sampled_from(("whole", "whole", "spoilt", "spoilt", "nasty", "raw")))
        if made == "raw":
            body = draw(RAW)
        else:
            content = draw({"whole": shape, "spoilt": spoilt(shape), "nasty": NASTY}[made])
            body = json.dumps(content).encode()
    return Asked(
        method, path.replace("//", "/"), draw(st.just(0) | st.integers(0, people - 1)), body, draw(HEADERS)
    )


def sent(link: http.client.HTTPConnection, request: Asked, own: Mapping[str, str]) -> tuple[int, str, bytes]:
    """Status, content type and body of the answer; of a stream only that it begins. The link is closed."""
    headers = {"content-type": "application/json", **own, **request.headers}
    link.putrequest(request.method, request.path, skip_accept_encoding=True, skip_host="host" in headers)
    for name, value in headers.items():
        link.putheader(name, value.encode("latin-1"))
    if request.body is not None and "content-length" not in headers:
        link.putheader("content-length", str(len(request.body)))
    link.endheaders(request.body)
    answer = link.getresponse()
    kind = answer.getheader("content-type") or ""
    text = b"" if "event-stream" in kind or "multipart" in kind else answer.read()
    link.close()
    return answer.status, kind, text

"""What the documents list is what the program takes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from controller.config import Config, Section, load
from engine.rules.presets import PRESETS

ROOT = Path(__file__).resolve().parent.parent


def example() -> str:
    text = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return str(block)


def test_the_documented_configuration_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(example(), encoding="utf-8")
    assert load(path).table.options == {"game.start_points": 25000}


def test_every_key_of_the_configuration_is_documented_under_its_section() -> None:
    shown = tomllib.loads(example())
    assert set(shown) == set(Config.model_fields)
    for name, field in Config.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            assert set(shown[name]) == set(field.annotation.model_fields), name


def test_every_preset_is_documented() -> None:
    (line,) = [line for line in example().splitlines() if line.startswith("preset =")]
    assert tuple(re.findall(r"\w+", line.partition("#")[2])) == PRESETS


def test_every_dependency_is_documented() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = {"": project["project"]["dependencies"], **project["project"]["optional-dependencies"]}
    table = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    for extra, wanted in groups.items():
        ours = [row for row in rows if (f"(extra `{extra}`)" in row) == bool(extra)]
        named = {name for row in ours for name in re.findall(r"[\w.-]+", row)}
        missing = {re.split(r"[\[<>=]", each)[0] for each in wanted} - named - {project["project"]["name"]}
        assert not missing, f"docs/dependencies.md says nothing of {missing}"
    built = {re.split(r"[<>=]", each)[0] for each in project["build-system"]["requires"]}
    assert built <= {n for r in rows for n in re.findall(r"[\w.-]+", r)}


def headings(page: Path) -> set[str]:
    """As they stand in addresses."""
    lines = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower().strip()).replace(" ", "-") for line in lines}


def test_every_link_of_a_document_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("hardware/*.md")]
    wrong = []
    for page in (*pages, ROOT / "vision/models/README.md"):
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            name, _, heading = link.partition("#")
            there = page.parent / name if name else page
            if not link.startswith("http") and not (
                there.exists() and (not heading or heading in headings(there))
            ):
                wrong.append(f"{page.relative_to(ROOT)}: {link}")
    assert wrong == []


def test_every_document_can_be_reached_from_the_index() -> None:
    index = (ROOT / "docs/index.md").read_text("utf-8")
    missing = [page.name for page in ROOT.glob("docs/*.md") if f"({page.name})" not in index]
    assert missing == ["index.md"]

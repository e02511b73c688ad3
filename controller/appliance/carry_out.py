"""Does the steps of an installation: the only place that changes the system."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from controller.appliance.steps import File, Link, Remove, Run, Step, line_of
from runtime.programs import Call, call
from runtime.stored import replace_file

ROOT: Final = Path("/")
Own = Callable[[Path, str], None]


class StepError(Exception):
    """A step failed; one sentence. What was done before it stays, and doing all again goes on from there."""


def own(path: Path, user: str) -> None:
    shutil.chown(path, user, user)


def carry_out(
    steps: Iterable[Step],
    say: Callable[[str], None],
    root: Path = ROOT,
    run: Call = call,
    give: Own = own,
) -> bool:
    """Whether anything was changed. `say` gets the text of each step that does something. StepError."""
    changed = False
    for step in steps:
        try:
            if isinstance(step, Run):
                if not step.after_change or changed:
                    say(line_of(step))
                    if run(step.command) != 0 and not step.may_fail:
                        raise StepError(
                            f"`{' '.join(step.command)}` failed: see its message, then start again."
                        )
            elif _applies(step, root):
                say(line_of(step))
                _do(step, root, give)
                changed = True
        except OSError as error:
            raise StepError(f"{error.filename}: {error.strerror}. Nothing after it was done.") from error
    return changed


def _applies(step: File | Link | Remove, root: Path) -> bool:
    """Whether it is not so already."""
    path = _in(root, step.path)
    match step:
        case File(first=True):
            return not path.exists()
        case File(text=text, mode=mode):
            return (
                not path.is_file() or path.read_text("utf-8") != text or path.stat().st_mode & 0o777 != mode
            )
        case Link(target=target):
            return not path.is_symlink() or path.readlink() != target
        case Remove():
            return path.exists() or path.is_symlink()


def _do(step: File | Link | Remove, root: Path, give: Own) -> None:
    path = _in(root, step.path)
    match step:
        case File(text=text, mode=mode, owner=owner, folders=folders):
            made = [each for each in (path.parent, path.parent.parent) if folders and not each.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, text.encode(), private=not mode & 0o077)
            path.chmod(mode)
            for each in (path, *made) if owner is not None else ():
                give(each, str(owner))
        case Link(target=target):
            if path.exists() and not path.is_symlink():
                raise StepError(f"{path} is another program: move it away, then start again.")
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(f".{path.name}")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(target)
            fresh.replace(path)
        case Remove():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()


def _in(root: Path, path: Path) -> Path:
    return root / path.relative_to("/")

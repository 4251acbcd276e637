"""What an editor can set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.catalog.languages import language_named
from croupier.recycle.forms import Dialect
from croupier.text import did_you_mean


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a session."""

    dialect: str | None = None
    """The dialect of every file; None lets each file tell it."""
    strict: bool = False
    """Whether warnings are shown as errors."""
    notes: bool = True
    """Whether notes are shown."""

    @property
    def recycle(self) -> Dialect | None:
        """The dialect, if it is one of RECYCLE."""
        return Dialect(self.dialect) if self.dialect in _recycle() else None


def _recycle() -> list[str]:
    return [dialect.value for dialect in Dialect]


def known_dialects() -> list[str]:
    """Every dialect of every language."""
    ahod = language_named("ahod")
    return [*_recycle(), *(ahod.dialects if ahod is not None else ())]


def settings_from(said: object) -> tuple[Settings, list[str]]:
    """The settings that an editor sends, and a sentence for each that cannot be taken.

    They may stand by themselves or under `croupier`.

    >>> settings_from({"croupier": {"strict": True, "dialect": "0.6"}})
    (Settings(dialect='0.6', strict=True, notes=True), [])
    """
    if isinstance(said, Mapping) and "croupier" in said:
        said = said["croupier"]
    if not isinstance(said, Mapping):
        return Settings(), [] if said is None else [f"settings are an object, not {said!r}"]
    taken: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in said.items():
        if name == "dialect":
            if value in (None, "", "auto"):
                continue
            if value in known_dialects():
                taken["dialect"] = value
            else:
                problems.append(f"there is no dialect {value}: known are {', '.join(known_dialects())}")
        elif name in ("strict", "notes"):
            if isinstance(value, bool):
                taken[name] = value
            else:
                problems.append(f"{name} is true or false, not {value!r}")
        elif name not in _OF_THE_EDITOR:
            near = did_you_mean(str(name), ("dialect", "strict", "notes"))
            problems.append(f"there is no setting {name}{f'; {near}' if near else ''}")
    return Settings(**taken), problems


_OF_THE_EDITOR = ("command", "trace", "path")
"""Settings that only the extension of an editor reads."""

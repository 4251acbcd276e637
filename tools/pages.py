"""Reference pages in Markdown that are made from tables, the same way for every language."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from croupier.script.language import Entry
from croupier.text.markdown import anchor, shown


def generated(what: str, command: str) -> str:
    """The remark at the head of a page."""
    return f"<!-- Generated from {what} by `{command}`; changes made here are lost. -->"


def joined(blocks: Iterable[str]) -> str:
    """Blocks as a page."""
    return "\n\n".join(blocks) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a head."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        f"| {' | '.join(line)} |" if line[0] != "---" else f"|{'---|' * len(line)}" for line in lines
    )


def findings(
    sections: Mapping[str, str], found: Mapping[str, Sequence[Entry]], language: str
) -> Iterator[str]:
    """The findings of every section: what it means, a table, then each with its rule and two examples."""
    for section, meaning in sections.items():
        entries = found.get(section, ())
        if entries:
            yield f"## {section}"
            yield meaning
            yield table(
                ("Code", "What"),
                [(f"[{e.code}](#{anchor(f'{e.code} {e.title}')})", e.title) for e in entries],
            )
        for entry in entries:
            yield f"### {entry.code} {entry.title}"
            yield entry.rule
            for word, example in (("Wrong", entry.wrong), ("Right", entry.right)):
                if example:
                    yield f"{word}:\n\n```{language}\n{shown(example)}\n```"


def write_pages(pages: Mapping[str, str], directory: Path) -> list[Path]:
    """Write pages into a directory, and tell which files they are."""
    for name, text in pages.items():
        (directory / name).write_text(text, encoding="utf-8", newline="\n")
    return [directory / name for name in pages]


def written(command: str, pages: Mapping[str, str], arguments: Sequence[str]) -> int:
    """Write pages into the directory named on the command line; the exit code."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.stderr.write(f"usage: {command}   (the directory must exist)\n")
        return 2
    for path in write_pages(pages, Path(arguments[0])):
        sys.stdout.write(f"{path}\n")
    return 0

"""``croupier fmt``: one layout for all programs, and other dialects for those that can be said in them."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import suppress
from difflib import unified_diff
from typing import Any

import click

from croupier.catalog.languages import script_language
from croupier.cli import dialects, options
from croupier.recycle.check import check
from croupier.recycle.codes import finding
from croupier.recycle.format import formatted
from croupier.recycle.forms import Dialect
from croupier.recycle.nodes import List
from croupier.recycle.reader import read
from croupier.recycle.translate import translate
from croupier.text import Diagnostic, Source, render_all
from croupier.text import as_json as data_of
from croupier.text.shown import painted, shown


@click.command(
    epilog="Examples:\n\n  croupier fmt mygame.rcy\n\n  croupier fmt --check games/*.rcy\n\n"
    "  croupier fmt --to 0.5.10 - < old.rcy > new.rcy\n\n"
    "Exit code: 0 fine, 1 a program that is broken or cannot be translated (with --check also one that would "
    "change), 2 a file that cannot be read or written."
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; list the files that would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "--to",
    type=click.Choice([d.value for d in Dialect]),
    help="Translate into this dialect, or say where that is not possible.",
)
@dialects.dialect_option
@options.json_option
@options.max_size_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    *,
    only_check: bool,
    show_diff: bool,
    to: str | None,
    dialect: str | None,
    as_json: bool,
    max_size: int,
) -> None:
    """Lay out programs in the one canonical way, or translate them into another dialect.

    Files are rewritten in place; FILE `-` reads standard input and writes standard output. Comments are kept
    and the meaning stays the same. A program that is broken (a parenthesis, a stray sign) is left alone.
    """
    if as_json and (show_diff or not only_check):
        raise click.UsageError("--json goes with --check", ctx)
    dialects.refuse_unfitting(dialect, files)
    results = []
    for name in files:
        source = options.read_source(name, max_size)
        if source is None:
            results.append({"file": name, "changed": False, "unreadable": True})
            continue
        text, findings = _laid_out(source, options.chosen_dialect(to), dialect)
        result: dict[str, Any] = {"file": source.name, "changed": text is not None and text != source.text}
        results.append(result)
        if findings:
            _tell(result, findings, as_json)
        if text is None:
            result["refused"] = True
        elif show_diff:
            _print_diff(source, text)
        elif only_check:
            if result["changed"] and not as_json:
                click.echo(source.name)
        elif name == "-":
            if sys.stdout.isatty():
                click.echo(shown(text), nl=False)
            else:
                sys.stdout.buffer.write(_encoded(source, text))
        elif result["changed"] and not _written(name, _encoded(source, text)):
            result["unreadable"] = True
    if as_json:
        options.print_json(results)
    elif files != ("-",):
        click.echo(_summary(results, only_check or show_diff), err=True)
    ctx.exit(_exit_code(results, only_check))


def _laid_out(
    source: Source, to: Dialect | None, dialect: str | None
) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The new text, or None with the findings because of which there is none."""
    script = script_language(source.name)
    if script is not None:
        if to is not None:
            raise click.UsageError(f"--to: {source.name} is no RECYCLE program")
        text, problems = dialects.speaking(script, dialect).format(source)
        return text, tuple(problems)
    if to is not None:
        return translate(check(source, dialect=options.chosen_dialect(dialects.of_recycle(dialect))), to)
    reading = read(source)
    errors = tuple(f for f in reading.findings if f.is_error)
    if not errors and not any(
        isinstance(form, List) and form.head in ("game", "definitions") for form in reading.forms
    ):
        errors = (finding("RCY001", source.span(0, min(1, len(source.text)))),)
    return (None, errors) if errors else (formatted(reading), ())


def _tell(result: dict[str, Any], findings: tuple[Diagnostic, ...], as_json: bool) -> None:
    """Findings as data in the result, or as text on standard error."""
    if as_json:
        result["findings"] = [data_of(f) for f in findings]
        return
    colour = options.wants_colour(sys.stderr)
    text = render_all(findings, colour=colour, width=options.terminal_width())
    click.echo(text, err=True, color=colour)


def _print_diff(source: Source, text: str) -> None:
    """What would change, on standard output."""
    if source.text == text:
        return
    old, new = (t.removesuffix("\n").split("\n") for t in (source.text, text))
    colour = options.wants_colour()
    inks = {"+": "32", "-": "31", "@": "36"} if colour else {}
    for line in unified_diff(old, new, source.name, f"{source.name} (formatted)", lineterm=""):
        # A line end of another kind has to show, or the two lines would look the same.
        told = line.replace("\r", "\\r")
        click.echo(painted(told, inks[line[0]]) if line[0] in inks else told, color=colour)


def _encoded(source: Source, text: str) -> bytes:
    """The text as bytes; those in comments that were not UTF-8 are what they were before."""
    if not source.undecoded:
        return text.encode()
    kept = dict(source.undecoded)
    marks = (i for i, char in enumerate(source.text) if char == "\ufffd")
    pieces = text.split("\ufffd")
    data = [pieces[0].encode()]
    for piece, offset in zip(pieces[1:], marks, strict=False):
        data += [bytes([kept[offset]]) if offset in kept else "\ufffd".encode(), piece.encode()]
    return b"".join(data)


def _written(name: str, data: bytes) -> bool:
    """Whether a file could be replaced; if not, the old one is intact and standard error says why."""
    path = os.path.realpath(name)
    temporary = None
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) or not os.access(path, os.W_OK):
            raise PermissionError(0, "it is not a file that may be written")
        handle, temporary = tempfile.mkstemp(prefix=".fmt-", dir=os.path.dirname(path))
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, path)
        temporary = None
    except OSError as problem:
        click.echo(f"croupier: {name}: cannot be written: {problem.strerror or problem}", err=True)
        return False
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)
    return True


def _summary(results: list[dict[str, Any]], dry: bool) -> str:
    """How many files were or would be changed, in words."""
    failed = sum("refused" in r or "unreadable" in r for r in results)
    changed = sum(r["changed"] and "unreadable" not in r for r in results)
    left = len(results) - changed - failed
    counts = [
        (changed, "would change" if dry else "changed"),
        (left, "would be left alone" if dry else "left alone"),
        (failed, "not formatted"),
    ]
    told = [f"{n} {'file' if n == 1 else 'files'} {what}" for n, what in counts if n]
    return ", ".join(told)


def _exit_code(results: list[dict[str, Any]], only_check: bool) -> int:
    """2 if a file could not be read or written, 1 if one is not as it should be, else 0."""
    if any("unreadable" in r for r in results):
        return 2
    return int(any("refused" in r or (only_check and r["changed"]) for r in results))

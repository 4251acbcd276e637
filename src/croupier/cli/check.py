"""``croupier check``: every finding at once."""

from __future__ import annotations

import click

from croupier.cli import dialects, options


@click.command(
    epilog="Examples:\n\n  croupier check mygame.rcy\n\n  croupier check hearts\n\n"
    "  croupier check --strict --json games/*.rcy\n\n"
    "  croupier check --compat-messages braces.ah\n\n"
    "Exit code: 0 fine, 1 errors (with --strict also warnings), 2 a file that cannot be read."
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Let warnings fail, too.")
@dialects.dialect_option
@dialects.compat_option
@options.json_option
@options.max_size_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    strict: bool,
    dialect: str | None,
    compat_messages: bool,
    as_json: bool,
    max_size: int,
) -> None:
    """Find every mistake in a program, and everything suspicious.

    Reads RECYCLE programs in any published dialect, and programs in AllHandsOnDeck (.ah, .ahod; indented or
    with braces) and Cardigan (.cdg, .cardigan). FILE can be `-`, which is standard input, or the name of a
    game of the library. Errors are what cannot run; warnings are what runs and is probably not meant.
    `croupier explain CODE` tells more about a finding.
    """
    from croupier.catalog.languages import script_language
    from croupier.recycle.check import check
    from croupier.text import Severity, render_all, summary
    from croupier.text import as_json as data_of

    if compat_messages and as_json:
        raise click.UsageError("--compat-messages and --json exclude each other", ctx)
    dialects.refuse_unfitting(dialect, files)
    threshold = Severity.WARNING if strict else Severity.ERROR
    colour, width = options.wants_colour(), options.terminal_width()
    code = 0
    results = []
    for name in files:
        source = options.read_game(name, max_size)
        if source is None:
            code = 2
            results.append({"file": name, "ok": False, "unreadable": True, "findings": []})
            continue
        script = script_language(source.name)
        if script is None:
            recycle = check(source, dialect=options.chosen_dialect(dialects.of_recycle(dialect)))
            findings, spoken, line = recycle.findings, {"dialect": recycle.dialect.value}, None
        else:
            script = dialects.speaking(script, dialect)
            found = script.check(source)
            findings, spoken = found.findings, {"language": script.name}
            if (told := script.dialect_of(found)) is not None:
                spoken["dialect"] = told
            line = script.refused_as(found) if compat_messages else None
        ok = all(f.severity < threshold for f in findings)
        code = max(code, 0 if ok else 1)
        if as_json:
            data = {"file": source.name, "ok": ok, **spoken}
            results.append({**data, "findings": [data_of(f) for f in findings]})
            continue
        if line is not None:
            click.echo(line, err=True)
            continue
        if findings:
            click.echo(render_all(findings, colour=colour, width=width))
        click.echo(f"{source.name}: {summary(findings)}")
    if as_json:
        options.print_json(results[0] if len(results) == 1 else results)
    ctx.exit(code)

"""``croupier explain``: what a finding means."""

from __future__ import annotations

import textwrap

import click

from croupier.cli import options


@click.command(epilog="Examples:\n\n  croupier explain RCY023\n\n  croupier explain move")
@click.argument("topic", required=False, metavar="[CODE|FORM]")
@options.json_option
@click.pass_context
def command(ctx: click.Context, topic: str | None, as_json: bool) -> None:
    """Explain a finding, or a form of the language.

    CODE is the code of a finding (RCY023, A401): its rule, a wrong and a right example. FORM is a word of
    the language (move, filter, stage): its signatures. Without either: the list of all codes.
    """
    from croupier.languages import Entry, script_codes
    from croupier.pages import shown
    from croupier.recycle.codes import codes
    from croupier.recycle.forms import FORMS
    from croupier.recycle.reference import dialects_in_words, result_in_words
    from croupier.text import did_you_mean

    table: dict[str, Entry] = {**codes(), **script_codes()}
    if topic is None:
        if as_json:
            options.print_json(
                [{"code": c.code, "severity": str(c.severity), "title": c.title} for c in table.values()]
            )
        else:
            for entry in table.values():
                click.echo(f"{entry.code}  {entry.severity!s:8} {entry.title}")
        return
    code = table.get(topic.upper())
    if code is not None:
        if as_json:
            data = {"code": code.code, "severity": str(code.severity), "title": code.title, "rule": code.rule}
            options.print_json({**data, "wrong": shown(code.wrong), "right": shown(code.right)})
            return
        width = min(options.terminal_width(), 88)
        bold = (lambda text: click.style(text, bold=True)) if options.wants_colour() else str
        click.echo(bold(f"{code.code}: {code.title} ({code.severity})"))
        click.echo()
        click.echo(textwrap.fill(code.rule, width))
        for title, example in (("Wrong:", code.wrong), ("Right:", code.right)):
            if not example:
                continue
            click.echo("\n" + bold(title))
            click.echo(textwrap.indent(shown(example), "  "))
        return
    forms = [
        f
        for f in FORMS.values()
        if topic in {f.name, f.name.split(".")[0], *(w for p in f.parts for w in p.words)}
    ]
    if not forms:
        known = [*table, *(f.name for f in FORMS.values())]
        hint = did_you_mean(topic.upper(), table) if topic[:1].isupper() else did_you_mean(topic, known)
        raise click.UsageError(f"there is no code and no form {topic!r}. {hint}".strip(), ctx)
    if as_json:
        options.print_json(
            [
                {
                    "name": f.name,
                    "signature": f.signature,
                    "result": f.result,
                    "since": f.since.value,
                    "doc": f.doc,
                }
                for f in forms
            ]
        )
        return
    for form in forms:
        click.echo(f"{form.signature} gives {result_in_words(form)}; {dialects_in_words(form)}")
        click.echo(f"    {form.doc}")

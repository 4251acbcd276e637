"""``croupier explain``: what a finding or a form means, and what can be asked."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.text.shown import painted

if TYPE_CHECKING:
    from croupier.recycle.forms import Form
    from croupier.script.language import Entry

_WIDEST = 88


@click.command(
    epilog="Examples:\n\n  croupier explain RCY023\n\n  croupier explain move\n\n  croupier explain --codes"
)
@click.argument("topic", required=False, metavar="[CODE|FORM]")
@click.option("--codes", "lists_codes", is_flag=True, help="List the codes of all findings.")
@options.json_option
@click.pass_context
def command(ctx: click.Context, topic: str | None, lists_codes: bool, as_json: bool) -> None:
    """Explain a finding, or a form of the language.

    CODE is the code of a finding (RCY023, A401): its rule, a wrong and a right example. FORM is a word of
    RECYCLE (move, filter, stage): its signatures, each with an example; or a word that is none (if, deal):
    how RECYCLE says it. Without either, the command prints what can be asked.
    """
    from croupier.catalog.languages import script_codes
    from croupier.recycle.codes import codes
    from croupier.recycle.forms import FORMS
    from croupier.recycle.guesses import GUESSES
    from croupier.text import did_you_mean

    table: dict[str, Entry] = {**codes(), **script_codes()}
    if topic is None:
        (_list_codes if lists_codes else _tell_topics)(table, as_json)
        return
    if lists_codes:
        raise click.UsageError("--codes lists all codes: leave CODE or FORM out", ctx)
    if topic.upper() in table:
        _tell_code(table[topic.upper()], as_json)
        return
    forms = [
        f
        for f in FORMS.values()
        if topic in {f.name, f.name.split(".")[0], *(w for p in f.parts for w in p.words)}
    ]
    if not forms and topic not in GUESSES:
        known = [*table, *(f.name for f in FORMS.values())]
        hint = did_you_mean(topic.upper(), table) if topic[:1].isupper() else did_you_mean(topic, known)
        raise click.UsageError(f"there is no code and no form {topic!r}. {hint}".strip(), ctx)
    _tell_forms(topic, forms, GUESSES.get(topic, ""), as_json)


def _bold() -> Callable[[str], str]:
    return (lambda text: painted(text, "1")) if options.wants_colour() else str


def _listed(table: dict[str, Entry]) -> list[dict[str, str]]:
    return [{"code": c.code, "severity": str(c.severity), "title": c.title} for c in table.values()]


def _list_codes(table: dict[str, Entry], as_json: bool) -> None:
    if as_json:
        options.print_json(_listed(table))
        return
    for entry in table.values():
        click.echo(f"{entry.code}  {entry.severity!s:8} {entry.title}")


def _tell_topics(table: dict[str, Entry], as_json: bool) -> None:
    """Print what can be asked: how codes look, every form by its room, the words of other languages."""
    from croupier.recycle.forms import FORMS
    from croupier.recycle.guesses import GUESSES

    rooms: dict[str, dict[str, None]] = {}
    for form in FORMS.values():
        rooms.setdefault(form.room, {})[_word(form)] = None
    if as_json:
        listed = {room: list(words) for room, words in rooms.items()}
        options.print_json({"codes": _listed(table), "forms": listed, "other words": list(GUESSES)})
        return
    bold, width = _bold(), min(options.terminal_width(), _WIDEST)
    click.echo(bold("croupier explain CODE") + "  tells the rule behind a finding, wrong and right:")
    about = f"codes are what `croupier check` prints, such as RCY023 or A401; --codes lists all {len(table)}"
    click.echo(textwrap.indent(textwrap.fill(about, width - 2), "  "))
    click.echo(
        "\n" + bold("croupier explain FORM") + "  tells what a form of RECYCLE means, with an example:"
    )
    for room, words in rooms.items():
        text = textwrap.fill(" ".join(words), width - 2, break_on_hyphens=False, break_long_words=False)
        click.echo(f"  {room}")
        click.echo(textwrap.indent(text, "    "))
    click.echo("\n" + bold("croupier explain WORD") + "  tells how RECYCLE says what other languages call:")
    click.echo(textwrap.indent(textwrap.fill(" ".join(GUESSES), width - 2), "  "))


def _word(form: Form) -> str:
    """The topic under which a form is explained: its telling word, or else its name."""
    from croupier.recycle.forms import MEMBER_WORDS

    first, *rest = form.parts
    if first.kind == "word" and first.words[0] not in MEMBER_WORDS:
        return first.words[0]
    if rest and rest[0].kind == "word":
        return rest[0].words[0]
    return form.name.split(".")[0]


def _tell_code(code: Entry, as_json: bool) -> None:
    from croupier.text.markdown import shown

    if as_json:
        data = {"code": code.code, "severity": str(code.severity), "title": code.title, "rule": code.rule}
        options.print_json({**data, "wrong": shown(code.wrong), "right": shown(code.right)})
        return
    bold = _bold()
    click.echo(bold(f"{code.code}: {code.title} ({code.severity})"))
    click.echo()
    click.echo(textwrap.fill(code.rule, min(options.terminal_width(), _WIDEST)))
    for title, example in (("Wrong:", code.wrong), ("Right:", code.right)):
        if example:
            click.echo("\n" + bold(title))
            click.echo(textwrap.indent(shown(example), "  "))


def _tell_forms(topic: str, forms: list[Form], guess: str, as_json: bool) -> None:
    from croupier.recycle.form_words import dialects_in_words, result_in_words

    if as_json:
        told: list[dict[str, Any]] = [
            {
                "name": f.name,
                "signature": f.signature,
                "result": f.result,
                "since": f.since.value,
                "doc": f.doc,
                "example": f.example,
            }
            for f in forms
        ]
        options.print_json(told or {"word": topic, "hint": guess})
        return
    if guess:
        text = f"RECYCLE has no word `{topic}`: {guess}."
        click.echo(textwrap.fill(text, min(options.terminal_width(), _WIDEST), break_on_hyphens=False))
    for i, form in enumerate(forms):
        if i or guess:
            click.echo()
        click.echo(f"{_bold()(form.signature)} gives {result_in_words(form)}; {dialects_in_words(form)}")
        click.echo(f"    {form.doc}")
        click.echo("  Example:")
        click.echo(textwrap.indent(form.example, "    "))

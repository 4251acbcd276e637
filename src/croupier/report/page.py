"""A page that holds all it needs: nothing is fetched when it is looked at.

It is light or dark as the reader's screen is, prints on white, fits a telephone, and goes by the keyboard.
The browser is told to run the page's own scripts and nothing else, whatever a game file has in its names.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

from croupier import __version__
from croupier.lab.study import Study
from croupier.report.markup import Markup, joined, tag
from croupier.report.palette import variables
from croupier.text.markdown import anchor


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page, with a heading that the contents list."""

    title: str
    body: Markup
    name: str = ""
    """What a link to it says; made of its title unless given."""

    @property
    def anchor(self) -> str:
        """The name to link to."""
        return self.name or anchor(self.title)


def page(
    title: str,
    sections: Sequence[Section],
    *,
    lead: Any = "",
    foot: Any = "",
    style: str = "",
    scripts: Sequence[str] = (),
) -> str:
    """The page: a title with some words below, the sections, and a foot.

    `style` and `scripts` are CSS and JavaScript of our own, never anybody's text. Data for a script goes into
    the page by :func:`croupier.report.markup.data`.
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(scripts)),
        tag("meta", name="generator", content=f"croupier {__version__}"),
        tag("title", title),
        tag("style", Markup(variables() + resource("page.css") + style)),
    )
    contents = tag(
        "nav",
        tag("ol", joined(tag("li", tag("a", part.title, href=f"#{part.anchor}")) for part in sections)),
        aria_label="Contents",
    )
    body = tag(
        "body",
        tag("a", "Skip to the content", class_="skip", href="#content"),
        tag("header", tag("h1", title), lead if isinstance(lead, Markup) else tag("p", lead, class_="lead")),
        contents if len(sections) > 1 else None,
        tag("main", joined(map(_section, sections)), id="content", tabindex="-1"),
        tag("footer", foot) if foot else None,
        joined(tag("script", Markup(script)) for script in scripts),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def again(found: Study) -> Markup:
    """The foot of a report: the command, the version and the rules that lead to the same numbers."""
    rules = ", ".join(dict.fromkeys(plan.game.rules_hash for plan in found.plans()))
    return joined(
        [
            tag("p", "The same again: ", tag("code", found.command())),
            tag("p", f"Croupier {__version__}, program {rules}, seed {found.plans()[0].seed}"),
        ]
    )


def resource(name: str) -> str:
    """A text that comes with the package."""
    return (files("croupier.report") / name).read_text(encoding="utf-8")


def _section(part: Section) -> Markup:
    heading = f"{part.anchor}-heading"
    return tag(
        "section", tag("h2", part.title, id=heading), part.body, id=part.anchor, aria_labelledby=heading
    )


def _policy(scripts: Sequence[str]) -> str:
    """What the browser may do: nothing from elsewhere, and no script but ours, known by their hashes."""
    known = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts)
    scripts_from = f"script-src {known}" if known else "script-src 'none'"
    return f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; {scripts_from}"

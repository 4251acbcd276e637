"""The report on coverage: the program with counts in its margin, what they say, and every share."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.lab.coverage import SERIES, Coverage
from croupier.lab.coverage_data import shares
from croupier.lab.coverage_findings import DEAD, KINDS, Finding, findings, percent
from croupier.lab.coverage_lines import LEGEND, Line, lines
from croupier.lab.coverage_text import true_of_tested
from croupier.lab.statistics import Estimate
from croupier.lab.study import Pages
from croupier.report.markup import Markup, joined, table, tag
from croupier.report.page import Section, again, page, resource
from croupier.report.plot import notebook

_NAMES = dict(zip(SERIES, ("Random", "AI"), strict=True))


def coverage_page(found: Coverage) -> str:
    """The whole page, which needs nothing else."""
    told = findings(found)
    sections = [
        Section("In short", _in_short(found, told)),
        Section("The program", _listing(found, told)),
        Section("Options", _options(found)),
        Section("Conditions", _conditions(found)),
    ]
    return page(
        _title(found),
        sections,
        lead=_lead(found),
        foot=again(found),
        style=resource("coverage.css"),
    )


def fragment(found: Coverage) -> Markup:
    """The gist for a notebook: what is found, and all options."""
    short = _in_short(found, findings(found), linked=False)
    return notebook(_title(found), _lead(found), short, {}, _options(found, linked=False))


def _title(found: Coverage) -> str:
    return f"{found.plan.game.title}: which rules are used"


def _lead(found: Coverage) -> str:
    random, skilled = (found.games(series) for series in SERIES)
    told = f"{random:,} games at random, {skilled:,} among players {found.player}, "
    told += f"{found.plan.game.seats} seats, seed {found.plan.seed}"
    return f"{told}; interrupted." if found.interrupted else f"{told}."


def _in_short(found: Coverage, told: list[Finding], *, linked: bool = True) -> Markup:
    dead = sum(finding.kind in DEAD for finding in told)
    if not found.games():
        return tag("p", "No game was played.")
    first = f"{dead} of {len(found.rules)} rules never had an effect." if dead else "No rule is dead."
    parts = [tag("p", tag("strong", first, class_="bad" if dead else "good"))]
    if found.troubles:
        parts.append(tag("p", f"Not all games finished: {found.troubles}."))
    for kind, meaning in KINDS.items():
        some = [finding for finding in told if finding.kind == kind]
        if some:
            items = joined(tag("li", _told(found, finding, linked)) for finding in some)
            parts.append(tag("h3", f"{kind.capitalize()} ({len(some)})"))
            parts += [tag("p", meaning, class_="soft"), tag("ul", items)]
    return joined(parts)


def _line(number: int, linked: bool, words: str = "") -> Markup:
    """The number of a line, and the way there."""
    return tag("a", f"{words}{number}", href=f"#L{number}") if linked else joined([f"{words}{number}"])


def _told(found: Coverage, finding: Finding, linked: bool) -> Markup:
    rule = found.rules[finding.rule]
    link = _line(rule.span.line, linked, "Line ")
    what = joined([" ", tag("b", rule.what)]) if rule.kind == "option" else None
    return joined([link, ":", what, " ", tag("code", _excerpt(rule.span.text)), f": {finding.told}."])


def _excerpt(text: str, most: int = 70) -> str:
    short = " ".join(text.split())
    return short if len(short) <= most else f"{short[: most - 1]}…"


def _listing(found: Coverage, told: list[Finding]) -> Markup:
    marks = _marks(found, told)
    rows = joined(_row(found, line, marks) for line in lines(found))
    heads = joined(tag("th", _NAMES[series], scope="col", class_="number") for series in SERIES)
    head = tag("tr", heads, tag("th", "Line", scope="col", class_="number"), tag("th", "Rules", scope="col"))
    return joined(
        [
            tag("p", f"In the margin: {LEGEND}.", class_="soft"),
            tag(
                "table",
                tag("caption", "The program, line by line", class_="unseen"),
                tag("thead", head),
                tag("tbody", rows),
                class_="program",
            ),
        ]
    )


def _row(found: Coverage, line: Line, marks: list[str]) -> Markup:
    cells = joined(tag("td", cell, class_="number") for cell in line.cells)
    state = "quiet" if line.reached is None else "used" if line.reached else "unused"
    notes = [
        tag(
            "div",
            tag("b", finding.kind),
            f": {finding.told}",
            class_=f"note {'bad' if finding.kind in DEAD else ''}".strip(),
        )
        for finding in line.findings
    ]
    number = tag("th", line.number, scope="row", class_="number")
    code = tag("code", joined(_pieces(found, line, marks)))
    return tag("tr", cells, number, tag("td", code, *notes), id=f"L{line.number}", class_=state)


def _marks(found: Coverage, told: list[Finding]) -> list[str]:
    """How each character of the text is marked."""
    marks = [""] * len(found.plan.source.text)
    for finding in told:
        rule = found.rules[finding.rule]
        mark = "dead" if finding.kind in DEAD else "off" if finding.kind == "switched off" else ""
        mark = mark or ("odd" if rule.kind == "condition" else "")
        if mark:
            marks[rule.span.start : rule.span.end] = [mark] * (rule.span.end - rule.span.start)
    return marks


def _pieces(found: Coverage, line: Line, marks: list[str]) -> Iterator[Markup | str]:
    """A line in pieces that are marked alike."""
    start, end = found.plan.source.line_bounds(line.number)
    at = start
    for i in range(start, end + 1):
        if i == end or marks[i] != marks[at]:
            text = found.plan.source.text[at:i]
            # Blanks at the beginning are not marked: nothing stands there.
            blank = text[: len(text) - len(text.lstrip())] if at == start else ""
            yield blank
            rest = text[len(blank) :]
            yield tag("mark", rest, class_=marks[at]) if i > at and marks[at] and rest else rest
            at = i


def _options(found: Coverage, *, linked: bool = True) -> Markup:
    numbers = [number for number, rule in enumerate(found.rules) if rule.kind == "option"]
    if not numbers:
        return tag("p", "There is nothing to choose in this game.")
    rows = []
    for number in numbers:
        rule = found.rules[number]
        for series in SERIES:
            if found.games(series):
                share = shares(found, number, series)
                told = (_share(share[f"share_{name}"]) for name in ("offered", "chosen", "forced"))
                rows.append((rule.what, _line(rule.span.line, linked), _NAMES[series], *told))
    head = ("Option", "Line", "Players", "Offered, of decisions", "Chosen, if free", "Forced, if offered")
    note = (
        "Shares with 95 % intervals and what they are of. An option is free if there is something else to do."
    )
    return joined([tag("p", note, class_="soft"), table(head, rows, caption="All options", words=(0, 2))])


def _conditions(found: Coverage) -> Markup:
    numbers = [number for number, rule in enumerate(found.rules) if rule.kind == "condition"]
    if not numbers:
        return tag("p", "There is no condition in this game.")
    rows = []
    for number in numbers:
        rule = found.rules[number]
        told = [_true_of_tested(found, number, series) for series in SERIES]
        fixed = "" if rule.fixed is None else "true" if rule.fixed else "false"
        link = _line(rule.span.line, linked=True)
        rows.append((tag("code", _excerpt(rule.span.text, 60)), link, *told, fixed))
    head = ("Condition", "Line", "True at random", "True among AIs", "Fixed by settings")
    return table(head, rows, caption="How often conditions hold, of the times they are tested", words=(0, 4))


def _true_of_tested(found: Coverage, number: int, series: str) -> str:
    """How often a condition was true, of how many times, and the interval of that share."""
    share = shares(found, number, series)["share_true"]
    edges = "" if share.value is None else f" ({percent(share.low)} to {percent(share.high)})"
    return f"{true_of_tested(found, number, series)}{edges}"


def _share(share: Estimate) -> str:
    if share.value is None:
        return "–"
    return f"{percent(share.value)} ({percent(share.low)} to {percent(share.high)}) of {share.n:,}"


PAGES = Pages(lambda _: {}, coverage_page, fragment)
"""The pages of `croupier coverage`."""

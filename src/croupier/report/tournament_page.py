"""The report on a tournament: who is how strong, who beat whom, and what a larger budget is worth."""

from __future__ import annotations

from collections import Counter

from croupier.game import Status
from croupier.lab.crosstable import forfeits
from croupier.lab.ladder import amount_of, budget_of, with_budget
from croupier.lab.numbers import interval, p_text, short, signed, signed_interval
from croupier.lab.standings import Duel, Row, duels, rows
from croupier.lab.study import Pages
from croupier.lab.tournament import Record
from croupier.players.resolving import resolved
from croupier.report import charts
from croupier.report.about import about
from croupier.report.markup import Markup, joined, table, tag
from croupier.report.page import Section, again, page, resource
from croupier.report.plot import Plot, notebook, plots
from croupier.report.wording import interval as share_interval
from croupier.report.wording import percent


def tournament_page(record: Record) -> str:
    """The whole page, which needs nothing else."""
    tournament = record.tournament
    found, met = rows(record), duels(record)
    drawn = tournament_plots(record)
    sections = [
        Section(
            "Who is strongest", joined([_pictures(drawn, "standings"), _players(found), _troubles(record)])
        ),
        Section(
            "Who beat whom",
            joined(
                [
                    _cross_table(record, met),
                    _pictures(drawn, "pairs"),
                    _pairs(record, met),
                    _alone(record, met),
                ]
            ),
        ),
    ]
    if "strength" in drawn:
        sections.append(Section("Strength against budget", _pictures(drawn, "strength")))
    sections.append(Section("The game", about(tournament.plan)))
    return page(
        f"{tournament.plan.game.title}: a tournament",
        sections,
        lead=lead(record),
        foot=again(record),
        style=resource("report.css"),
    )


def tournament_plots(record: Record) -> dict[str, Plot]:
    """The plots by name; the strength curve only where players differ by nothing but their budgets."""
    if not any(result.ranks for result in record.ordered):
        return {}
    found, met = rows(record), duels(record)
    made = {"standings": charts.standings(found, 1 / record.tournament.plan.game.seats)}
    if any(duel.difference.value is not None for duel in met):
        made["pairs"] = charts.pairs(record.tournament.labels, met)
    budgets = budgets_of(record.tournament.players)
    if budgets is not None:
        unit, amounts = budgets
        points = [
            charts.Strength(budget, row.standing)
            for budget, row in sorted(zip(amounts, found, strict=True), key=lambda pair: pair[0])
        ]
        made["strength"] = charts.strength(
            points,
            title="Strength against budget",
            what="mean standing",
            unit=unit,
            even=sum(row.standing.value or 0.0 for row in found) / len(found),
            even_name="mean",
            caption="How far up a player ends on average (100 %: always first) by its budget, with 95 % "
            "intervals. Equally strong players would all be on the dashed line.",
        )
    return made


def budgets_of(players: tuple[str, ...]) -> tuple[str, list[int]] | None:
    """The name of the budget and how much of it each player has, if that is all in which they differ.

    >>> budgets_of(("pipmc:tests=2", "pipmc:tests=8")), budgets_of(("random", "pipmc"))
    (('tests', [2, 8]), None)
    """
    amounts = [budget_of(player) for player in players]
    known = [amount for amount in amounts if amount is not None]
    if len(set(known)) < len(players) or len({with_budget(player, 1) for player in players}) > 1:
        return None
    return str(amount_of(players[0])), known


def lead(record: Record) -> str:
    """What was played, in a sentence."""
    tournament = record.tournament
    told = (
        f"{len(record.ordered):,} games of {len(tournament.players)} players at {tournament.plan.game.seats} "
        f"seats, {record.deals:,} deal{'' if record.deals == 1 else 's'} in "
        f"{len(tournament.seatings):,} seatings each, seed {tournament.plan.seed}"
    )
    told += "; interrupted." if record.interrupted else "."
    return " ".join([told, *(f"{one}." for one in resolved(tournament.players, tournament.plan.game))])


def fragment(record: Record) -> Markup:
    """The gist for a notebook."""
    return notebook(
        f"{record.tournament.plan.game.title}: a tournament",
        lead(record),
        _players(rows(record)),
        tournament_plots(record),
        _cross_table(record, duels(record)),
    )


def _pictures(drawn: dict[str, Plot], name: str) -> Markup:
    return plots([drawn[name]]) if name in drawn else tag("p", "No game has finished.")


def _players(found: list[Row]) -> Markup:
    return table(
        ("Player", "Games", "Standing", "95 % interval", "Wins", "95 % interval", "Rating", "Deals"),
        [
            (
                row.player,
                f"{row.games:,}",
                short(row.standing.value),
                interval(row.standing.low, row.standing.high),
                percent(row.wins),
                share_interval(row.wins),
                f"{row.rating.mu:.1f} ± {row.rating.sigma:.1f}",
                f"{row.standing.n:,}",
            )
            for row in sorted(found, key=lambda row: -row.rating.mu)
        ],
        caption="Standing: 1 is first, 0 last. Rating: OpenSkill’s, with its standard deviation",
    )


def _cross_table(record: Record, met: list[Duel]) -> Markup:
    labels = record.tournament.labels
    by_pair = {(duel.one, duel.other): duel for duel in met}

    def cell(row: int, column: int) -> Markup | str:
        duel = by_pair.get((min(row, column), max(row, column)))
        if duel is None or duel.difference.value is None:
            return "–"
        value = duel.difference.value if row < column else -duel.difference.value
        p = 1.0 if duel.corrected is None else duel.corrected
        mark = "**" if p < 0.01 else "*" if p < 0.05 else ""
        return tag(
            "span", f"{signed(value)}{mark}", class_=("good" if value > 0 else "bad") if mark else None
        )

    return table(
        ("", *(str(number + 1) for number in range(len(labels)))),
        [
            (f"{row + 1} {label}", *(cell(row, column) for column in range(len(labels))))
            for row, label in enumerate(labels)
        ],
        caption="How much further up the row ended than the column (−1 to 1); ** p < 0.01, * p < 0.05, "
        "corrected for the number of pairs",
    )


def _pairs(record: Record, met: list[Duel]) -> Markup | None:
    labels = record.tournament.labels
    if not met:
        return None
    return table(
        ("Pair", "Difference", "95 % interval", "Deals", "p", "corrected"),
        [
            (
                f"{labels[duel.one]} – {labels[duel.other]}",
                signed(duel.difference.value),
                signed_interval(duel.difference.low, duel.difference.high),
                f"{duel.difference.n:,}",
                p_text(duel.p) or "–",
                p_text(duel.corrected) or "–",
            )
            for duel in met
        ],
        caption="Every pair on the same deals",
    )


def _alone(record: Record, met: list[Duel]) -> Markup | None:
    labels = record.tournament.labels
    found = [
        (labels[who], labels[among], percent(share), share_interval(share), f"{share.n:,}")
        for duel in met
        for who, among, share in duel.shares
    ]
    if not found:
        return None
    return table(
        ("Player", "Alone among", "Wins", "95 % interval", "Deals"),
        found,
        caption="What each wins where it sits alone, or is one team, among the other",
        words=(0, 1),
    )


def _troubles(record: Record) -> Markup | None:
    """Games that do not count, and players who forfeited."""
    counts = Counter(
        result.trouble if result.status == Status.FINISHED.value else f"ended {result.status}"
        for result in record.ordered
        if not result.counts
    )
    labels = record.tournament.labels
    items = [
        tag("li", f"{count:,} games {trouble}, and do not count.")
        for trouble, count in sorted(counts.items())
    ]
    items += [
        tag("li", f"{labels[player]} forfeited {count:,} games: {reason}")
        for (player, reason), count in sorted(forfeits(record).items())
    ]
    return tag("ul", joined(items), class_="trouble") if items else None


PAGES = Pages(tournament_plots, tournament_page, fragment)
"""The pages of `croupier tournament`."""

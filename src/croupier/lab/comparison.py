"""Compare games: the same analysis of each, and their differences with how sure they are."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from croupier import __version__
from croupier.catalog.loading import find_source
from croupier.game.limits import MAX_DECISIONS
from croupier.lab.analysis import Analysis
from croupier.lab.difference import LEVEL, Difference, differences
from croupier.lab.effort import Sizes
from croupier.lab.heuristic import OURS, Heuristic, all_heuristics, heuristics_named
from croupier.lab.progress import stepped
from croupier.lab.several import Case, Progress, Several, analyze_all, several_kept
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE
from croupier.lab.study import Study, Table
from croupier.lab.terms import Terms, staffed
from croupier.lab.variants import Variant, VariantError, variant
from croupier.lab.work import Crew
from croupier.players import Given, player_text
from croupier.recycle.parameters import shown
from croupier.recycle.program import Constant


@dataclass(frozen=True, repr=False)
class Comparison(Study):
    """What is known about several games, and by how much they differ."""

    kind: ClassVar[str] = "compare"

    cases: tuple[Case, ...]
    """All games that were to be compared."""
    found: tuple[Analysis, ...]
    """What was found about them, in their order; fewer if it was interrupted."""
    differences: tuple[Difference, ...]
    heuristics: tuple[Heuristic, ...]
    sizes: Sizes
    """How much of each was meant to be played."""
    effort: str
    player: str
    reading: str
    all_pairs: bool = False
    interrupted: bool = False

    @property
    def played(self) -> int:
        """How many games were played, of all that are compared."""
        return sum(analysis.played for analysis in self.found)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the games are called."""
        return tuple(case.label for case in self.cases)

    @property
    def tests(self) -> int:
        """For how many tests the differences are corrected."""
        return sum(difference.p is not None for difference in self.differences)

    @property
    def significant(self) -> tuple[Difference, ...]:
        """The differences that are more than chance."""
        return tuple(difference for difference in self.differences if difference.significant)

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be known to read the differences rightly."""
        told, played = [], list(zip(self.labels, self.found, strict=False))
        seats = {analysis.evidence.seats for _, analysis in played}
        if len(seats) > 1:
            told.append(
                "The games have different numbers of seats. What is fair, and how far behind one can be, "
                "depends on that: a part of a difference may be the seats and not the rules."
            )
        for (one, first), (other, second) in combinations(played, 2):
            if _rules(first) == _rules(second):
                told.append(f"{one} and {other} have the same rules: they differ by chance only.")
        return tuple(told)

    def difference(self, heuristic: str, one: int, other: int = 0) -> Difference | None:
        """How much higher game `one` scores than game `other`, if these were compared."""
        return next(
            (d for d in self.differences if (d.heuristic, d.one, d.other) == (heuristic, one, other)), None
        )

    def command(self) -> str:
        """The command that comes to the same numbers."""
        plans = [case.plan for case in self.cases]
        first = plans[0]
        seats = first.seats if all(plan.seats == first.seats for plan in plans) else None
        settings = dict.fromkeys(
            item for item in first.settings.items() if all(item in plan.settings.items() for plan in plans)
        )
        own = (
            Variant(
                plan.name or plan.source.name,
                None if seats is not None else plan.seats,
                dict(item for item in plan.settings.items() if item not in settings),
            )
            for plan in plans
        )
        words = ["croupier", "compare", *map(str, own)]
        words += ["--seats", str(seats)] if seats is not None else []
        for name, value in settings:
            words += ["--set", f"{name}={shown(value)}"]
        words += [*first.reading, "--seed", str(first.seed), "--effort", self.effort]
        words += ["--games", str(self.sizes)] if str(self.sizes) else []
        words += ["--players", self.player] if self.player != "pipmc" else []
        words += ["--published", self.reading] if self.reading != OURS else []
        if not every_heuristic(self.heuristics):
            words += ["--heuristics", ",".join(heuristic.name for heuristic in self.heuristics)]
        words += ["--all-pairs"] if self.all_pairs else []
        words += self.found[0].measuring if self.found else []
        return shlex.join([*words, *first.limits])

    def plans(self) -> tuple[Plan, ...]:
        """The games that were to be compared."""
        return tuple(case.plan for case in self.cases)

    def data(self) -> dict[str, Any]:
        """Everything as plain data, as `croupier compare --json` prints it."""
        return {
            "games": [
                {
                    "label": case.label,
                    "game": case.plan.game.name,
                    "title": case.plan.game.title,
                    "program": case.plan.game.rules_hash,
                    "seats": case.plan.game.seats,
                    "settings": {name: shown(value) for name, value in case.plan.settings.items()},
                    "analysis": self.found[i].data() if i < len(self.found) else None,
                }
                for i, case in enumerate(self.cases)
            ],
            "croupier": __version__,
            "seed": self.cases[0].plan.seed,
            "effort": self.effort,
            "reading": self.reading,
            "player": self.player,
            "confidence": CONFIDENCE,
            "sizes": str(self.sizes),
            "interrupted": self.interrupted,
            "correction": {"method": "holm", "tests": self.tests, "level": round(LEVEL, 6)},
            "differences": [self._difference_data(difference) for difference in self.differences],
            "notes": list(self.notes),
            "command": self.command(),
        }

    def _difference_data(self, d: Difference) -> dict[str, Any]:
        found: dict[str, Any] = {
            "heuristic": d.heuristic,
            "game": self.labels[d.one],
            "against": self.labels[d.other],
            "value": d.value,
            "low": d.low,
            "high": d.high,
            "n": d.n,
            "paired": d.paired,
            "p": d.p,
            "corrected_p": d.corrected,
            "significant": d.significant,
        }
        return {**found, "why": d.why} if d.why else found

    def tables(self) -> dict[str, Table]:
        """The results as tables of plain rows: heuristics by game, series by game, and differences."""
        heuristics, series = [], []
        for label, analysis in zip(self.labels, self.found, strict=False):
            tables = analysis.tables()
            heuristics += [{"game": label, **row} for row in tables["heuristics"]]
            series += [{"game": label, **row} for row in tables["series"]]
        return {
            "heuristics": heuristics,
            "differences": [{"why": "", **self._difference_data(d)} for d in self.differences],
            "series": series,
        }

    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """The report for a terminal: every heuristic with its interval and its sentence."""
        from croupier.lab.comparison_text import comparison_text

        return comparison_text(self, width=width, colour=colour)


def _rules(analysis: Analysis) -> tuple[Any, ...]:
    game = analysis.evidence.plan.game
    return game.rules_hash, dict(game.settings), game.seats


def case_of(text: str | Path | Plan | Case, common: Mapping[str, Any]) -> Case:
    """A game under its label: a variant as it is written, a path, a text of a program, or a plan."""
    if isinstance(text, Case):
        return text
    if isinstance(text, Plan):
        return Case(text.name or Path(text.source.name).stem, text)
    written = str(text)
    own = variant(written)
    source = find_source(own.game)
    is_text = source.name == "<text>"
    plan = Plan(
        source,
        "" if is_text else own.game,
        own.seats if own.seats is not None else common["seats"],
        {**common["settings"], **own.settings},
        common["dialect"],
        **{name: common[name] for name in ("seed", "max_decisions", "engine", "filtered")},
    )
    return Case(plan.game.title if is_text else written, plan)


def check_cases(cases: Sequence[Case]) -> None:
    """Two games at least, and each once; :class:`VariantError` otherwise."""
    if len(cases) < 2:
        alone = cases[0].label if cases else "GAME"
        raise VariantError(f"it takes two games to compare; `croupier analyze {alone}` tells about one")
    labels = [case.label for case in cases]
    for label in labels:
        if labels.count(label) > 1:
            raise VariantError(
                f"{label} is given twice: to compare it with a variant, write what is different behind a "
                f"colon, as in {label}:NAME=VALUE"
            )
    for case in cases:
        if case.plan.seed != cases[0].plan.seed:
            raise VariantError("games are compared from the same seed")


def compare(
    variants: Sequence[str | Path | Plan | Case],
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    seed: int = 1,
    effort: str = "normal",
    games: str | Sizes | None = None,
    players: Given | None = None,
    published: str | None = None,
    heuristics: Sequence[str | Heuristic] | None = None,
    all_pairs: bool = False,
    measures: Sequence[str] = (),
    max_decisions: int = MAX_DECISIONS,
    engine: str | None = None,
    filtered: bool = True,
    workers: int | None = None,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
    crew: Crew | None = None,
    progress: bool | Progress | None = None,
) -> Comparison:
    """Compare games or variants of games: every heuristic of each, and the differences to the first.

    A variant is written as ``agram:HANDSIZE=5:seats=3``; `seats` and `settings` are for all that do not say
    otherwise. Of every game equally much is played: `games` fixes how much (see :class:`Sizes`), otherwise
    it is as much as fits into the time of the effort, a game. `all_pairs` compares each with each. `measures`
    are expressions of your own, which every game has to understand. Games of
    the same cards and seats are compared deal by deal. The same seed and sizes give the same numbers, with
    any number of workers. A `crew` says who plays, and may keep what is played in files; without one,
    `workers`, `cluster`, `out` and `resume` say it. `progress` is False, True, None (a bar in terminals and
    notebooks), or is told of every :class:`Step`.

    >>> from croupier.lab import compare
    >>> found = compare(["agram", "agram:HANDSIZE=3"], games="60,0,0", workers=1, heuristics=["gamelength"])
    >>> found.difference("gamelength", 1).value
    -12.0
    """
    common = {
        "seats": seats,
        "settings": dict(settings or {}),
        "dialect": dialect,
        "seed": seed,
        "max_decisions": max_decisions,
        "engine": engine,
        "filtered": filtered,
    }
    cases = [case_of(each, common) for each in variants]
    check_cases(cases)
    for case in cases:
        case.plan.check()
    chosen = chosen_heuristics(heuristics)
    player = "" if players is None else player_text(players)
    terms = Terms("compare", chosen, effort, games, player, published, measures=tuple(measures), grouped=True)
    terms.check()
    own = staffed(crew, player, workers=workers, cluster=cluster, out=out, resume=resume)
    with own as staff, several_kept(cases, terms, staff) as run:
        with stepped(progress) as told:
            several = analyze_all(cases, terms, staff, told)
        found = compared(cases, several, terms, all_pairs)
        if run is not None and not found.interrupted:
            run.finish(found.data())
        return found


def compared(cases: Sequence[Case], several: Several, terms: Terms, all_pairs: bool) -> Comparison:
    """The comparison of what was found about some games: all with the first, or each with each."""
    numbers = range(len(several.found))
    pairs = list(combinations(numbers, 2)) if all_pairs else [(0, later) for later in numbers[1:]]
    return Comparison(
        tuple(cases),
        several.found,
        tuple(differences(several.found, [(later, earlier) for earlier, later in pairs])) if pairs else (),
        terms.heuristics,
        several.sizes,
        terms.effort,
        terms.players,
        terms.published or OURS,
        all_pairs,
        several.interrupted,
    )


def chosen_heuristics(names: Sequence[str | Heuristic] | None) -> tuple[Heuristic, ...]:
    """Heuristics by name, or as they are; all of them for None."""
    if names is None:
        return heuristics_named(None)
    return tuple(
        heuristic
        for given in names
        for heuristic in ((given,) if isinstance(given, Heuristic) else heuristics_named([given]))
    )


def every_heuristic(chosen: Sequence[Heuristic]) -> bool:
    """Whether these are all that there are."""
    return [heuristic.name for heuristic in chosen] == [heuristic.name for heuristic in all_heuristics()]

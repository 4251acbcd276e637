"""The ladder: the same player with twice the budget against itself, again and again, on the same deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any

from croupier.lab.significance import holm, p_value
from croupier.lab.simulate import Plan
from croupier.lab.standings import duels, wins_alone
from croupier.lab.statistics import WIN, Estimate, Moments
from croupier.lab.tournament import Record, Tournament, hold
from croupier.lab.work import Crew
from croupier.players import PlayerText, named, without_options
from croupier.players.resolving import with_reward

if TYPE_CHECKING:
    from croupier.lab.shared_score import Level


@dataclass(frozen=True, slots=True)
class Rung:
    """One step up: a budget of 2^k against one of 2^(k-1)."""

    k: int
    stronger: str
    weaker: str
    difference: Estimate
    """How much further up the larger budget ended, from -1 to 1; in shared games, how much more it scored."""
    p: float | None
    """How likely wins (in shared games, scores) would be as far from even if the budget did not matter."""
    wins: Estimate | None
    """What the larger budget wins alone among the smaller one; None in shared games."""
    corrected: float | None = None
    """p, corrected for the number of rungs."""
    record: Record | None = field(default=None, repr=False, compare=False)
    """The games that were played."""
    scale: float = 1.0
    """The unit of the difference: 1 for places, the standard deviation of scores in shared games."""
    even: float = 0.0
    """What the measure comes to if the budget does not matter: a fair share of the wins, or no difference."""

    @property
    def measure(self) -> Estimate:
        """The one number by which budgets are compared: wins, or in shared games the gain in score."""
        return self.difference if self.wins is None else self.wins

    @property
    def reach(self) -> float:
        """How far its interval reaches to either side."""
        found = self.measure
        return inf if found.low is None or found.high is None else (found.high - found.low) / 2 / self.scale

    @property
    def climbed(self) -> bool:
        """Whether the larger budget is better beyond doubt."""
        value = self.measure.value
        return (
            self.corrected is not None and self.corrected < 0.05 and value is not None and value > self.even
        )

    @property
    def possible(self) -> bool:
        """Whether the larger budget may be better, for all that is known."""
        found = self.measure
        # Deals that were all alike do not prove that the next one is.
        return found.high is None or found.high > self.even or found.low == found.high


@dataclass(frozen=True, slots=True)
class Ladder:
    """All rungs that were played."""

    rungs: tuple[Rung, ...]
    deals: int
    interrupted: bool = False
    levels: tuple[Level, ...] = ()
    """What every budget scores, where all seats share the score."""

    @property
    def games(self) -> int:
        """How many deals were compared, all rungs together."""
        return sum(rung.difference.n for rung in self.rungs)


def amount_of(player: str) -> str | None:
    """The option by which a player is given a budget, or None if it has none that can be counted.

    >>> amount_of("pipmc:tests=20"), amount_of("ismcts"), amount_of("random"), amount_of("ismcts:time=1s")
    ('tests', 'iterations', None, None)
    """
    maker = named(player)
    if isinstance(player, PlayerText) and player.maker is not None:
        # A class or function has no notation in which its budget could be changed.
        return None
    amount = maker.kind.amount
    known = {setting.name for setting in maker.kind.settings}
    if amount is None or amount not in known or maker.options.get("time") is not None:
        return None
    return amount


def budget_of(player: str) -> int | None:
    """How large its budget is."""
    amount, maker = amount_of(player), named(player)
    if amount is None:
        return None
    default = next(setting.default for setting in maker.kind.settings if setting.name == amount)
    return int(maker.options.get(amount) or default)


def with_budget(player: str, budget: int) -> str:
    """The same player with another budget.

    >>> with_budget("ismcts:iterations=500:reward=score", 8)
    'ismcts:reward=score:iterations=8'
    """
    amount = amount_of(player)
    name, rest = without_options(player)
    others = [piece for piece in rest.split(":") if piece and piece.partition("=")[0].strip() != amount]
    changed = ":".join([name, *others, f"{amount}={budget}"])
    return PlayerText(changed, player.path) if isinstance(player, PlayerText) else changed


def _pair(player: str, k: int) -> tuple[str, str]:
    ranked = with_reward(player, "rank")
    return with_budget(ranked, 2**k), with_budget(ranked, 2 ** (k - 1))


def climb(
    plan: Plan,
    player: str,
    *,
    cap: int,
    deals: int,
    crew: Crew,
    progress: Callable[[int], None] | None = None,
    before: Ladder | None = None,
) -> Ladder:
    """Play every rung up to 2^cap; Ctrl-C ends it with the rungs that are done.

    What was played before, with fewer deals, is gone on with.
    """
    rungs: list[Rung] = []
    known = {rung.k: rung.record for rung in before.rungs} if before is not None else {}
    for k in range(1, cap + 1):
        stronger, weaker = _pair(player, k)
        tournament = Tournament(plan, (stronger, weaker), deals)

        def told(results: list[Any]) -> None:
            if progress is not None:
                progress(len(results))

        record = hold(tournament, crew=crew, part=f"ladder {k}", told=told, before=known.get(k))
        met = duels(record)
        if met:
            duel = met[0]
            even = 1 / len(tournament.teams)
            rungs.append(
                Rung(
                    k,
                    stronger,
                    weaker,
                    duel.difference,
                    _wins_p(record),
                    duel.alone[0],
                    record=record,
                    even=even,
                )
            )
        if record.interrupted:
            return Ladder(corrected(rungs), deals, True)
    return Ladder(corrected(rungs), deals)


def _wins_p(record: Record) -> float | None:
    """How likely the first player would win as much alone among the second if both were equally strong."""
    teams = len(record.tournament.teams)
    by_deal = wins_alone(record, 0, 1)
    return p_value(Moments.of(teams * sum(won) - WIN * len(won) for won in by_deal.values()))


def corrected(rungs: list[Rung]) -> tuple[Rung, ...]:
    """The rungs with their p corrected for how many of them there are."""
    known = iter(holm([rung.p for rung in rungs if rung.p is not None]))
    return tuple(replace(rung, corrected=None if rung.p is None else next(known)) for rung in rungs)

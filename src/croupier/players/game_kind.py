"""The kind of a game: who shares its result, what its ends are worth, and which search suits it.

It is found once for every program, from its scoring and from pilot games with fixed seeds. So it is the same
in every process and on every engine. `reward=auto`, the names `easy`, `medium` and `strong`, and the reports
of the lab go by it.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.catalog.loading import game_with
from croupier.game import PLAYER, Outcome, Status, Stream, game_seed
from croupier.game.limits import MAX_STEPS
from croupier.interpreter.game import RecycleGame
from croupier.kernel.cache import Cache
from croupier.kernel.machine import available
from croupier.native.block import signed
from croupier.native.game import NativeGame
from croupier.recycle.constants import constant
from croupier.recycle.traits import World

if TYPE_CHECKING:
    from croupier.players.maker import Maker

PILOTS, WATCHED = 24, 6
"""So many games are played at random; in so many of them it is looked at every decision."""

MOST_DECISIONS = 2000
"""A pilot game ends after so many decisions: longer ones tell nothing that is needed."""
MOST_STEPS = 50_000
"""And after so many steps between two of them, five times what any game of the library takes."""

LOOKS, EFFORT = (15, 30, 60, 120), 1_000_000
"""Two rewards play against each other until it is clear, looked at after so many deals; no more deals than
take about so many random decisions, and none at all if that is not enough for the first look."""

MARGIN, ERRORS = 0.05, 2.0
"""Score has to win so much more a game, and by so many standard errors beyond that."""

TESTS = 4
"""How often a contestant tries every option."""

SCRIPT_DECISIONS = 300
"""Where no machine code plays the game there is no new pilot after so many decisions."""

SHARED_DECISIONS = 2000
"""Whether seats share the result is asked of no new pilot after so many decisions, on every engine."""

COOPERATIVE, SOLO, COMPETITIVE = "cooperative", "solo", "competitive"
"""All seats share every result; there is one seat; or seats are ranked against each other."""

VERSION = 6
"""Goes up when kinds are found in another way."""

SEED = 20261118
"""From this all chance of pilots comes."""

_SPOKEN = re.compile(r"[0-9]+\([-0-9, ]*\)(#[0-9]+)?")
"""The key of an option that names no card: a word such as `fold`, or a bid."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """What players go by."""

    reward: str
    """`score`, `places` or `rank`: what `reward=auto` means in this game."""
    reason: str
    """Why, in words."""
    search: str
    """`ismcts` or `moismcts`."""
    search_reason: str
    by_time: bool
    """Whether only a time is a fair budget, since no machine code plays the game."""
    kind: str = COMPETITIVE
    """`cooperative`, `solo` or `competitive`."""


def _rules(game: Any) -> tuple[str, int]:
    """What tells a game from others: its rules, the values of its constants, and its seats."""
    settings = game.settings if isinstance(game, RecycleGame | NativeGame) else {}
    return f"{game.rules_hash} {sorted(settings.items())}", game.seats


_SHARING: dict[tuple[str, int], str] = {}


def sharing(game: Any) -> str:
    """Who shares the result of a game: `cooperative`, `solo` or `competitive`.

    A game is cooperative if its scoring asks for nothing of a seat, or if all seats end alike in every pilot
    game and not every game ends with the same score. A first pilot with a winner settles it, so that it takes
    next to no time.

    >>> from croupier import load
    >>> sharing(load("kuhn_poker"))
    'competitive'
    """
    key = _rules(game)
    if key not in _SHARING:
        _SHARING[key] = _sharing(game)
    return _SHARING[key]


def _sharing(game: Any) -> str:
    if game.seats == 1:
        return SOLO
    if isinstance(game, RecycleGame | NativeGame) and _scores_the_table(game):
        return COOPERATIVE
    ends, length = set[tuple[int, ...]](), 0
    for number in range(PILOTS):
        state = _pilot(game, number)
        length += state.decisions
        outcome = state.outcome
        if outcome.status is Status.FINISHED and outcome.ranks:
            if max(outcome.ranks) > 0:
                return COMPETITIVE
            ends.add(outcome.scores)
        if length > SHARED_DECISIONS:
            break
    return COOPERATIVE if len(ends) > 1 else COMPETITIVE


def _scores_the_table(game: RecycleGame | NativeGame) -> bool:
    """Whether the scoring is the same for every seat, and yet depends on the game."""
    value = game.program.scoring.part("value")
    traits = [expr.traits for expr in value.walk()]
    if any(World.TURNS in each.reads or each.draws is not None for each in traits):
        return False
    return constant(value, {p.slot: p.value for p in game.program.parameters}) is None


_KNOWN: dict[tuple[str, int], GameKind] = {}


def game_kind(game: Any) -> GameKind:
    """The kind of a game; found when it is first asked for.

    >>> from croupier import load
    >>> kind = game_kind(load("kuhn_poker"))
    >>> kind.reward, kind.reason
    ('score', 'all scores of a game sum to 0')
    """
    key = _rules(game)
    if key not in _KNOWN:
        # Results depend on it, so it is sealed by the user's secret like machine code.
        cache, name = Cache.usual(), _name(*key)
        data = cache.load_data(name)
        # Whoever has other fields was written by another croupier.
        if isinstance(data, dict) and set(data) == {each.name for each in fields(GameKind)}:
            found = GameKind(**data)
        else:
            found = _found(game)
            # Where there is no compiler another one may be found later.
            if available():
                cache.store_data(name, asdict(found))
        _KNOWN[key] = found
    return _KNOWN[key]


def _name(rules: str, seats: int) -> str:
    """The name under which the kind of a game is kept: of another game or version it is another one."""
    return hashlib.sha256(f"kind {VERSION} {rules} {seats}".encode()).hexdigest()[:40]


def highest_wins(game: Any) -> bool | None:
    """Whether many points are good, as the program says; None if the game has no program that does."""
    if isinstance(game, RecycleGame | NativeGame):
        return bool(game.highest_wins)
    return None


@dataclass(slots=True)
class _Pilots:
    ends: list[Outcome]
    length: int = 0
    """The decisions of all games together."""
    options: int = 0
    """The options of these decisions."""
    decisions: int = 0
    """Those that were looked at."""
    spoken: int = 0
    """Decisions among options that name no card."""
    private: int = 0
    """Decisions at which another seat knows a card that the mover does not."""


def _found(game: Any) -> GameKind:
    slow = not isinstance(game, RecycleGame | NativeGame)
    pilots = _pilots(game, slow=slow)
    reward, reason = _reward(game, pilots)
    acts = pilots.private > 0 and 2 * pilots.spoken >= pilots.decisions
    return GameKind(
        reward,
        reason,
        "moismcts" if acts else "ismcts",
        _ACTS if acts else _PLAYS if pilots.decisions else _UNSEEN,
        slow or not available(),
        sharing(game),
    )


_ACTS = "seats know cards of their own and mostly say things instead of playing cards"
_PLAYS = "seats mostly play cards"
_UNSEEN = "no machine code plays it, so its decisions were not looked at"


def _quick(game: Any) -> NativeGame | None:
    """The game as machine code plays it, whatever engine was asked for."""
    if isinstance(game, RecycleGame) and available():
        game = game_with(game.program, game.name, "native")
    return game if isinstance(game, NativeGame) else None


def _pilots(game: Any, *, slow: bool) -> _Pilots:
    found = _Pilots([])
    for number in range(PILOTS):
        watched = number < WATCHED and not slow
        state = _pilot(game, number, found if watched else None)
        found.ends.append(state.outcome)
        found.length += state.decisions
        found.options += state.option_total
        if slow and found.length > SCRIPT_DECISIONS:
            break
    return found


def _pilot(game: Any, number: int, watching: _Pilots | None = None) -> Any:
    """A random game that has ended; pilot games of a number are the same on every engine."""
    steps = MOST_STEPS if isinstance(game, RecycleGame | NativeGame) else MAX_STEPS
    state = game.start(game_seed(SEED, number), max_decisions=MOST_DECISIONS, max_steps=steps)
    stream = Stream.of(SEED, PLAYER, number)
    while state.outcome is None:
        if watching is not None:
            _watch(watching, state, game.seats)
        state.apply(stream.below(state.option_count))
    return state


def _watch(found: _Pilots, state: Any, seats: int) -> None:
    mover = state.to_move
    found.decisions += 1
    found.spoken += all(_SPOKEN.fullmatch(option.key) is not None for option in state.options)
    known = state.knowledge(mover)
    found.private += any(state.knowledge(seat) - known for seat in range(seats) if seat != mover)


def _reward(game: Any, pilots: _Pilots) -> tuple[str, str]:
    """What the ends of a game are worth, and why."""
    finished = [end for end in pilots.ends if end.status is Status.FINISHED and end.ranks and end.scores]
    partners = any(len(team) > 1 for team in game.teams)
    plain = ("rank", "partners share their place") if partners else ("places", "shared places are split")
    kind = sharing(game)
    if kind == COOPERATIVE:
        return "score", "all seats always share the result"
    if len({end.scores for end in finished}) < 2:
        return plain[0], f"random games end alike; {plain[1]}"
    if kind == SOLO:
        return "score", "there is one seat"
    sums = {sum(end.scores) for end in finished}
    if len(sums) == 1:
        return "score", f"all scores of a game sum to {sums.pop()}"
    if partners:
        return plain[0], f"scores do not sum to a constant, and seats play together; {plain[1]}"
    return _contest(game, pilots)


def _contest(game: Any, pilots: _Pilots) -> tuple[str, str]:
    """Decides between score and places, on the same deals with seats exchanged.

    Places is what wins are: score has to be clearly better at winning, so that chance hardly ever decides.
    """
    count = len(pilots.ends)
    # From a decision to the end it is half of a game in the mean; every deal is played twice.
    effort = max(1.0, pilots.options / count * TESTS * pilots.length / count)
    looks = [look for look in LOOKS if look * effort <= EFFORT]
    quick = _quick(game) if looks else None
    contest = None if quick is None else _Contest.of(quick)
    if contest is None:
        why = "no machine code plays a contest" if looks else "games are too long for a contest"
        return "places", f"scores do not sum to a constant, and {why}; shared places are split"
    differences = list[float]()
    for look in looks:
        differences += contest.differences(range(len(differences), look))
        mean, error = float(np.mean(differences)), float(np.std(differences, ddof=1)) / look**0.5
        if abs(mean - MARGIN) > ERRORS * error:
            break
    told = (
        f"in {2 * len(differences)} games against each other score wins {mean:+.2f} "
        f"[{mean - ERRORS * error:+.2f}, {mean + ERRORS * error:+.2f}] more a game than places"
    )
    if mean - ERRORS * error > MARGIN:
        return "score", told
    return "places", f"{told}, too little to count; shared places are split"


@dataclass(frozen=True, slots=True)
class _Contest:
    """Games of score against places, which machine code plays."""

    contests: Any
    seatings: list[list[Maker]]
    sides: NDArray[np.int64]
    """For each seating and seat: 1 if it plays for score, else -1."""

    @staticmethod
    def of(game: NativeGame) -> _Contest | None:
        """The contest of a game; None if no machine code plays it."""
        from croupier.players.contesting import searchers
        from croupier.players.names import named

        makers = [named(f"pipmc:tests={TESTS}:reward={reward}") for reward in ("score", "places")]
        # Every other seat plays for score, on each deal once these and once those.
        swaps = [[(seat + swapped) % 2 for seat in range(game.seats)] for swapped in (0, 1)]
        seatings = [[makers[one] for one in swap] for swap in swaps]
        plain = searchers(seatings, game)
        contests = plain and game.contests(plain, max_steps=MAX_STEPS, max_decisions=MOST_DECISIONS)
        return _Contest(contests, seatings, 1 - 2 * np.array(swaps)) if contests else None

    def differences(self, deals: range) -> list[float]:
        """How much more of a game score wins than places, deal by deal; 0 where kernels cannot play it."""
        from croupier.players.contesting import player_streams

        seeds = [game_seed(SEED, PILOTS + deal) for deal in deals for _ in self.seatings]
        which = np.tile(np.arange(len(self.seatings)), len(deals))
        chunk = self.contests.play(
            np.array([signed(seed) for seed in seeds], dtype=np.int64),
            which,
            player_streams(self.seatings[0], seeds),
        )
        firsts = chunk.ranks == 0
        shares = firsts / np.maximum(1, firsts.sum(axis=1, keepdims=True))
        more = (shares * self.sides[which]).sum(axis=1)
        return list(more.reshape(-1, len(self.seatings)).mean(axis=1).tolist())

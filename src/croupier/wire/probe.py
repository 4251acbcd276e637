"""A look at some random games: how large places get, which cards are picked, and where cards go.

The same games are played everywhere, so that a plan never depends on the machine that makes it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from croupier.game import PLAYER, Stream, game_seed
from croupier.game.cards import Pile, StorageKey
from croupier.game.hosting import HostedGame, HostedState
from croupier.game.table_facts import TableFacts
from croupier.game.transcript import Line

GAMES = 20
"""So many games are played at most."""
DECISIONS = 300
"""So many decisions are looked at, of all games together."""
OF_ONE_GAME = 100
"""So many decisions of one game are looked at; then the next one begins."""
STEPS = 100_000
"""So many steps of one game are played: one that runs on without decisions has nothing to show."""

_ID = re.compile(r"(?:(?P<owner>T?\d+)\.)?(?P<name>[^\[:]+)(?:\[\d+\])?(?::(?P<kind>\w+))?")

Key = tuple[str, str, str]
"""A place whoever owns it and whatever its index: the kind of its owner, who sees it, its name."""


@dataclass
class Use:
    """How places of one key were used."""

    largest: int = 0
    total: int = 0
    """The sizes of all of them at decisions, where they held something, together."""
    times: int = 0
    """How often one of them held something at a decision."""
    picked: int = 0
    """In how many options a card of them is picked or moved."""
    emptied: int = 0
    """How often one of them held cards at a decision and none at a later one of the same game."""
    indexed: bool = False
    free: bool = True
    sources: Counter[Key] = field(default_factory=Counter)
    targets: Counter[Key] = field(default_factory=Counter)

    @property
    def mean(self) -> float:
        """How many cards one of them has at a decision, where it has some."""
        return self.total / self.times if self.times else 0.0

    def with_facts(self, known: Use | None) -> Use:
        """The same, with what the rules tell besides."""
        if known is None:
            return self
        return replace(self, indexed=known.indexed or self.indexed, free=known.free)

    @staticmethod
    def together(uses: Sequence[Use]) -> Use:
        """Several uses as one."""
        return Use(
            max(use.largest for use in uses),
            sum(use.total for use in uses),
            sum(use.times for use in uses),
            sum(use.picked for use in uses),
            sum(use.emptied for use in uses),
            any(use.indexed for use in uses),
            all(use.free for use in uses),
            sum((use.sources for use in uses), Counter()),
            sum((use.targets for use in uses), Counter()),
        )


@dataclass
class Probe:
    """What was seen in all games together."""

    games: int = 0
    decisions: int = 0
    uses: dict[Key, Use] = field(default_factory=dict)
    values: dict[StorageKey, set[int | str]] = field(default_factory=dict)
    """The values that a storage had at decisions."""
    owners: dict[str, Key] = field(default_factory=dict)
    """The key of every place by its id."""

    def use(self, key: Key) -> Use:
        """How the places of a key were used."""
        return self.uses.setdefault(key, Use())

    def stored(self) -> dict[tuple[str, str], set[int | str]]:
        """All values of each storage, by the kind of its owner and its name."""
        found: dict[tuple[str, str], set[int | str]] = {}
        for (owner, _, name), values in sorted(self.values.items()):
            found.setdefault((owner, name), set()).update(values)
        return found

    def changes(self, owner: str, name: str) -> bool:
        """Whether a storage of anybody has had different values."""
        return any(
            len(values) > 1
            for (whose, _, what), values in self.values.items()
            if (whose, what) == (owner, name)
        )


def probed(game: HostedGame, facts: TableFacts) -> Probe:
    """Some random games of a game, looked at with open cards."""
    found = Probe()
    known = {(place.owner, place.name, place.kind): place.key for place in facts.places}
    known |= {(place.owner, place.name, ""): place.key for place in facts.places}
    for number in range(GAMES):
        if found.decisions >= DECISIONS or (number > 0 and found.decisions == 0):
            break
        _play(game, game_seed(0, number), found, known)
        found.games += 1
    return found


def _play(game: HostedGame, seed: int, found: Probe, known: dict[tuple[str, str, str], Key]) -> None:
    moved: Counter[tuple[str, str]] = Counter()

    def hear(line: Line) -> None:
        public = line.get("public", {})
        if line["event"] == "move":
            moved[public["from"], public["to"]] += 1
        elif line["event"] in ("swap", "swap cards"):
            one, other = public["places"]
            moved[one, other] += 1
            moved[other, one] += 1

    state, stream = game.fresh(seed, max_steps=STEPS), Stream.of(seed, PLAYER)
    state.listen(state.recorder(hear))
    state.begin()
    held: set[str] = set()
    for _ in range(min(OF_ONE_GAME, DECISIONS - found.decisions)):
        held = _look(state, found, held)
        if state.to_move is None:
            break
        found.decisions += 1
        state.apply(stream.below(state.option_count))
    for (source, target), times in moved.items():
        one, other = (found.owners.get(place) or known.get(named(place)) for place in (source, target))
        if one is not None and other is not None:
            found.use(one).targets[other] += times
            found.use(other).sources[one] += times


def _look(state: HostedState, found: Probe, held: set[str]) -> set[str]:
    """Note what lies where, and what may be picked; the places that hold cards."""
    view = state.open_view()
    now = _note_piles(view.piles, found)
    for gone in held - now:
        found.use(found.owners[gone]).emptied += 1
    _note_values(view.stored, found)
    for option in state.options:
        for place in dict.fromkeys(t.place for t in option.targets if t.kind == "card" and t.place):
            if place in found.owners:
                found.use(found.owners[place]).picked += 1
    return now


def _note_piles(piles: Iterable[Pile], found: Probe) -> set[str]:
    now: set[str] = set()
    for pile in piles:
        key = (pile.owner, pile.kind, pile.name)
        found.owners[pile.id] = key
        use = found.use(key)
        use.largest = max(use.largest, len(pile.slots))
        use.total += len(pile.slots)
        use.times += 1
        use.indexed = use.indexed or pile.nth > 0
        use.free = use.free and pile.free
        now.add(pile.id)
    return now


def _note_values(stored: Iterable[tuple[StorageKey, int | str]], found: Probe) -> None:
    for key, value in stored:
        found.values.setdefault(key, set()).add(value)


def named(place: str) -> tuple[str, str, str]:
    """The kind of owner, the name and the visibility that the id of a place tells."""
    match = _ID.fullmatch(place)
    if match is None:
        return "", place, ""
    owner = "game" if match["owner"] is None else "team" if match["owner"].startswith("T") else "player"
    return owner, match["name"], match["kind"] or ""

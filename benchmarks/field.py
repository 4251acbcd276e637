"""Our default player against OpenSpiel's ISMCTS bot, at equal processor time, on the same deals.

    pip install open_spiel
    python benchmarks/field.py [GAMES] [--simulations N] [--deals N] [--player NAME]

Our game is the referee; theirs follows it, card for card (`against_openspiel.py` says how). On every deal the
first player sits once in every place, alone among the other. What counts is how many points more it has at
a seat than the other there, on the same deal (with two seats that is twice what it wins of the other). It is
looked after 5, 10, 20, 40, … deals, with intervals and a level corrected for the looks as in `contest.py`.

First the other program is tested, twice. At decisions of its own, cards that it does not see are exchanged,
and its seed is kept: its choice may change no oftener than with another seed. And the deals that it imagines
may not depend on cards that it does not see. A game that fails is unfair, and is not counted.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import comb
from random import Random
from statistics import NormalDist
from time import process_time
from typing import Any

import pyspiel

from against_openspiel import PAIRS, Pair, Played, hands, in_turn, ours_in, theirs_in
from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, SAMPLE, Stream, game_seed
from croupier.interpreter.on_table import GameOnTable
from croupier.interpreter.record import Recorder
from croupier.lab.significance import p_value
from croupier.lab.statistics import CONFIDENCE, Moments
from croupier.players import choice, named

LEVEL = 0.01
IMAGINED, IMAGINED_AT = 200, 10
"""So many deals are imagined with each truth, at so many decisions."""
CALIBRATION = 4
"""So many games are played to find out how long each program takes for a decision."""


def unpassed(ours: Played, there: Any) -> Iterator[str]:
    """What chance does in Hearts where nothing is passed on."""
    yield "No Pass"
    yield from in_turn(hands(ours, 4))


def pairs() -> dict[str, Pair]:
    """The games of both sides, as they can be followed decision by decision."""
    found = {pair.name: pair for pair in PAIRS}
    plain = {"PASS": 0, "PASSTO": 1, "BROKEN": 1, "CLEAN": 1, "MOON": 1}
    hearts = replace(
        found["hearts"],
        theirs="hearts(qs_breaks_hearts=false,pass_cards=false)",
        settings=plain,
        chances=unpassed,
        order=lambda decisions: decisions,
    )
    return {name: found[name] for name in ("kuhn_poker", "leduc_poker", "oh_hell")} | {"hearts": hearts}


_GAMES: dict[str, GameOnTable] = {}


def game_of(pair: Pair) -> GameOnTable:
    """Our game, made once."""
    if pair.name not in _GAMES:
        _GAMES[pair.name] = recycle_game(pair.name, seats=pair.seats, settings=pair.settings)
    return _GAMES[pair.name]


@dataclass
class Mirror:
    """A game of ours, and the same game over there."""

    pair: Pair
    seed: int
    dealt: Played = field(default_factory=Played)
    actions: list[str] = field(default_factory=list)
    """What was done over there, forced actions left out."""

    def __post_init__(self) -> None:
        self.state = game_of(self.pair).fresh(self.seed)
        self.state.listen(Recorder(self.state, self._hear))
        self.state.begin()
        self.there = pyspiel.load_game(self.pair.theirs).new_initial_state()
        self.chances = self.pair.chances(self.dealt, self.there)
        self.follow()

    def _hear(self, line: Any) -> None:
        facts = {**line.get("public", {}), **line.get("private", {})}
        if line["event"] == "move" and facts["from"] == "STOCK":
            self.dealt.dealt.setdefault(facts["to"], []).append(ours_in(facts["card"]) or facts["card"])

    def follow(self) -> None:
        """Let chance and forced actions happen over there, up to a decision."""
        while not self.there.is_terminal():
            if self.there.is_chance_node():
                perform(self.pair, self.there, next(self.chances))
            elif len(self.there.legal_actions()) == 1 and not self._is_ours():
                self.there.apply_action(self.there.legal_actions()[0])
            else:
                return

    def _is_ours(self) -> bool:
        """Whether our game stands at the same decision."""
        return self.state.to_move == self.there.current_player() and len(self.there.legal_actions()) > 1

    def take(self, option: int) -> None:
        """Do the same in both games."""
        wanted = self.pair.said(self.state.options[option].text, self.there)
        self.actions.append(wanted)
        self.state.apply(option)
        perform(self.pair, self.there, wanted)
        self.follow()

    def option_of(self, action: int) -> int:
        """Our option for an action over there."""
        name = self.pair.heard(self.there.action_to_string(self.there.current_player(), action))
        return next(o.index for o in self.state.options if self.pair.said(o.text, self.there) == name)


def perform(pair: Pair, there: Any, wanted: str) -> None:
    """Apply the action of that name over there."""
    seat = there.current_player()
    actions = there.legal_actions()
    there.apply_action(next(a for a in actions if pair.heard(there.action_to_string(seat, a)) == wanted))


def bot(seed: int, simulations: int) -> Any:
    """Their bot, as its own examples make it."""
    return pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        2.0,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )


# The test of the other program


def exchanged(mirror: Mirror, seed: int) -> Any | None:
    """The state over there with other cards where the seat to move sees none; None if there is none."""
    state, seat = mirror.state, mirror.state.to_move
    assert seat is not None
    sample = state.view(seat).sample(Stream.of(seed, SAMPLE))
    layout = state.table.layout
    dealt = {place: list(cards) for place, cards in mirror.dealt.dealt.items()}
    for number, place in enumerate(layout.places):
        name = layout.name(number)
        if name.endswith("HAND") and not layout.sees(seat, place, state.teams):
            texts = [[layout.names[c] for c in game.table.pile(number)] for game in (state, sample)]
            before, after = ([ours_in(text) or text for text in held] for held in texts)
            played = list((Counter(dealt.get(name, ())) - Counter(before)).elements())
            dealt[name] = played + after
    there = pyspiel.load_game(mirror.pair.theirs).new_initial_state()
    chances = mirror.pair.chances(Played(dealt), there)
    waiting = list(mirror.actions)
    try:
        while waiting or there.is_chance_node() or len(there.legal_actions()) == 1:
            if there.is_chance_node():
                perform(mirror.pair, there, next(chances))
            elif len(there.legal_actions()) == 1:
                there.apply_action(there.legal_actions()[0])
            else:
                perform(mirror.pair, there, waiting.pop(0))
    except StopIteration:
        return None
    same = there.current_player() == seat
    return (
        there
        if same and there.information_state_string(seat) == mirror.there.information_state_string(seat)
        else None
    )


def honesty(pair: Pair, simulations: int, decisions: int) -> tuple[int, int, int, float]:
    """How often their choice changes with other hidden cards, and with another seed, of so many decisions.

    At last comes how surely the deals that it imagines depend on the truth.
    """
    imagined = Imagined()
    cards = seeds = tried = deal = 0
    while tried < decisions and deal < 20 * decisions:
        mirror, chance = Mirror(pair, game_seed(11, deal)), Stream.of(deal, PLAYER)
        deal += 1
        steps = 1 + chance.below(12)
        while mirror.state.outcome is None and steps:
            mirror.take(chance.below(mirror.state.option_count))
            steps -= 1
        if mirror.state.outcome is not None or not mirror._is_ours():
            continue
        other = exchanged(mirror, deal)
        if other is None or str(other) == str(mirror.there):
            continue
        first = bot(deal, simulations).step(mirror.there.clone())
        cards += bot(deal, simulations).step(other) != first
        seeds += bot(deal + 7919, simulations).step(mirror.there.clone()) != first
        if tried < IMAGINED_AT:
            for truth in (mirror.there, other):
                imagined.add(truth, truth.current_player(), deal)
        tried += 1
    return cards, seeds, tried, imagined.p


def oftener(cards: int, seeds: int, tried: int) -> float:
    """The p-value of changing no oftener with other cards than with other seeds (Fisher's exact test)."""
    changed = cards + seeds
    ways = [
        comb(tried, k) * comb(tried, changed - k)
        for k in range(max(0, changed - tried), min(tried, changed) + 1)
    ]
    first = max(0, changed - tried)
    return sum(way for k, way in enumerate(ways, first) if k >= cards) / sum(ways)


_SUIT_LINE = re.compile(r"^\s*([CDHS]):? *([2-9TJQKA]+)\s*$", re.MULTILINE)


def cards_in(text: str) -> set[str]:
    """The cards that a text of theirs names, one by one or in a line for every suit."""
    listed = {rank + suit for suit, ranks in _SUIT_LINE.findall(text) for rank in ranks}
    return listed | set(theirs_in(text).split())


@dataclass
class Imagined:
    """Cards of rivals in deals that their bot imagines at the same decision, with different truths."""

    held: list[Counter[str]] = field(default_factory=list)
    """How often a rival has a card, for two truths at each decision in turn."""

    def add(self, there: Any, seat: int, seed: int) -> None:
        """Let a state be imagined anew, many times."""
        chance = Random(seed)
        found: Counter[str] = Counter()
        for _ in range(IMAGINED):
            deal = there.resample_from_infostate(seat, chance.random)
            for rival in range(there.num_players()):
                text = deal.information_state_string(rival) if rival != seat else ""
                found.update(f"{rival} {card}" for card in cards_in(text) or {text})
        self.held.append(found)

    @property
    def p(self) -> float:
        """How surely the deals depend on the truth: the least p of all cards, corrected for their number."""
        least, tests = 1.0, 0
        for one, other in zip(self.held[::2], self.held[1::2], strict=True):
            for card in set(one) | set(other):
                share = (one[card] + other[card]) / (2 * IMAGINED)
                tests += 1
                if 0 < share < 1:
                    z = abs(one[card] - other[card]) / (2 * IMAGINED * share * (1 - share)) ** 0.5
                    least = min(least, 2 * NormalDist().cdf(-z))
        return min(1.0, least * max(1, tests))


# The contest


@dataclass
class Clock:
    """Processor time and decisions of one side."""

    seconds: float = 0.0
    decisions: int = 0

    @property
    def each(self) -> float:
        """Seconds a decision."""
        return self.seconds / max(1, self.decisions)


def play(
    pair: Pair, seed: int, ours: Sequence[bool], player: str, simulations: int, clocks: tuple[Clock, Clock]
) -> tuple[int, ...]:
    """The scores of one game, in which these seats are ours."""
    mirror = Mirror(pair, seed)
    seats = mirror.state.game.seats
    maker = named(player)
    players = [maker(seat, seats, maker.stream(seed, seat)) for seat in range(seats)]
    bots = [bot(seed % 2**31 + seat, simulations) for seat in range(seats)]
    for one in players:
        one.explains = False
    while mirror.state.outcome is None:
        seat = mirror.state.to_move
        assert seat is not None
        begun = process_time()
        if ours[seat]:
            option = choice(players[seat], mirror.state.view(seat))
        else:
            option = mirror.option_of(bots[seat].step(mirror.there.clone()))
        clock = clocks[not ours[seat]]
        clock.seconds += process_time() - begun
        clock.decisions += 1
        mirror.take(option)
    return mirror.state.outcome.scores


def contest(pair: Pair, player: str, simulations: int, deals: int) -> str:
    """Play until it is clear, or so many deals; gives the result as a line."""
    game = game_of(pair)
    seats, sign = range(game.seats), -1 if game.program.scoring.form == "scoring.min" else 1
    budget = calibrated(pair, player, simulations)
    clocks = Clock(), Clock()
    differences: list[float] = []
    p, looks, look = 1.0, 0, 5
    for deal in range(deals):
        seed = game_seed(1, deal)
        # Each sits in every place alone; what is compared is the same seat of the same deal.
        total = 0.0
        for alone in seats:
            one = play(pair, seed, [seat == alone for seat in seats], budget, simulations, clocks)
            other = play(pair, seed, [seat != alone for seat in seats], budget, simulations, clocks)
            total += sign * (one[alone] - other[alone])
        differences.append(total / len(seats))
        if deal + 1 == look:
            looks, look = looks + 1, 2 * look
            p = min(p, 2**looks * (p_value(Moments.of([round(1000 * d) for d in differences])) or 1.0))
            if p < LEVEL:
                break
    moments = Moments.of([round(1000 * d) for d in differences])
    found = moments.mean(1 - (1 - CONFIDENCE) / 2 ** max(1, looks))
    value, low, high = (None if x is None else x / 1000 for x in (found.value, found.low, found.high))
    return (
        f"{pair.name}: {budget} against ISMCTSBot({simulations}): {value:+.2f} [{low:+.2f}, {high:+.2f}] "
        f"points a seat, {len(differences)} deals, p {p:.2g}; "
        f"{1000 * clocks[0].each:.1f} and {1000 * clocks[1].each:.1f} ms a decision"
    )


def calibrated(pair: Pair, player: str, simulations: int) -> str:
    """Our player with as many iterations as take the time of their simulations."""
    iterations = simulations
    game = game_of(pair)
    # The first game compiles what the others need.
    play(pair, game_seed(5, 0), [True] * game.seats, f"{player}:iterations=1", 1, (Clock(), Clock()))
    for _ in range(2):
        clocks = Clock(), Clock()
        for number in range(CALIBRATION):
            ours = [(seat + number) % 2 == 0 for seat in range(game.seats)]
            play(pair, game_seed(5, number), ours, f"{player}:iterations={iterations}", simulations, clocks)
        iterations = max(1, round(iterations * clocks[1].each / max(1e-9, clocks[0].each)))
    return f"{player}:iterations={iterations}"


def main() -> int:
    """Test the other program, and play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAMES", help="kuhn_poker leduc_poker oh_hell hearts")
    parser.add_argument("--simulations", type=int, default=200, metavar="N", help="of their bot, a decision")
    parser.add_argument("--deals", type=int, default=40, metavar="N", help="at most; 0: only test the bot")
    parser.add_argument(
        "--player", default="", metavar="NAME", help="ours; unless given, the search that suits the game"
    )
    parser.add_argument("--tests", type=int, default=60, metavar="N", help="decisions of the honesty test")
    chosen = parser.parse_args()
    known = pairs()
    for name in chosen.games or known:
        if name not in known:
            print(f"there is no game {name!r} here: {', '.join(known)}", file=sys.stderr)
            return 2
        pair = known[name]
        cards, seeds, tried, imagined = honesty(pair, chosen.simulations, chosen.tests)
        p = min(oftener(cards, seeds, tried), imagined) if tried else 1.0
        told = (
            f"{name}: their choice changes with other hidden cards {cards}, with another seed {seeds} of "
            f"{tried} times; imagined deals depend on the truth with p {imagined:.2g}"
        )
        if not tried or p < LEVEL:
            print(f"{told}: {'unfair' if tried else 'untested'}, not counted (p {p:.2g})", flush=True)
            continue
        print(f"{told} (p {p:.2g})", flush=True)
        if chosen.deals < 2:
            continue
        print(contest(pair, chosen.player or suiting(pair), chosen.simulations, chosen.deals), flush=True)
    return 0


def suiting(pair: Pair) -> str:
    """The search that suits a game."""
    from croupier.players.game_kind import game_kind

    return game_kind(game_of(pair)).search


if __name__ == "__main__":
    sys.exit(main())

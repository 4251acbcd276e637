"""Games of the library against the same games of a library that others wrote, move by move.

    pip install open_spiel
    python benchmarks/against_openspiel.py [GAMES]

Random games are played here and laid out there, card for card: who is to decide, what they may do and what
everyone scores must be the same. What both sides have, with the house rules of the one set to the other's:
Kuhn and Leduc poker, Hearts, Spades, Euchre, Oh Hell, Contract Bridge, Beacons (Hanabi) and
No-Limit Hold'em (of whose raises we offer four).
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from croupier.catalog.loading import recycle_game
from croupier.game.transcript import Line
from croupier.interpreter.record import Recorder

SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))
CARD = re.compile(r"([♣♦♥♠])(10|[2-9AJQK])")
THEIRS = re.compile(r"\b(?:([2-9TJQKA])([CDHS])|([CDHS])([2-9TJQKA]))\b", re.IGNORECASE)


def ours_in(text: str) -> str:
    """The cards that a text of ours names, the way both sides are compared: sorted, as in "4C TH"."""
    return " ".join(sorted(rank.replace("10", "T") + SUITS[suit] for suit, rank in CARD.findall(text)))


def theirs_in(text: str) -> str:
    """The cards that a text of theirs names."""
    found = [(a or d).upper() + (b or c).upper() for a, b, c, d in THEIRS.findall(text)]
    return " ".join(sorted(found))


@dataclass
class Decision:
    """One decision of a game of ours."""

    seat: int
    options: Sequence[str]
    chosen: str


@dataclass
class Played:
    """One game of ours: the cards that were dealt to every place, in order, the decisions, the scores."""

    dealt: dict[str, list[str]] = field(default_factory=dict)
    draws: list[str] = field(default_factory=list)
    """Where each of them went, in the order in which they were dealt."""
    decisions: list[Decision] = field(default_factory=list)
    scores: Sequence[int] = ()


def played(name: str, settings: Mapping[str, int], seats: int | None, seed: int, eager: str) -> Played:
    """A random game of ours."""
    game = recycle_game(name, seats=seats, settings=settings, engine="interpreter")
    state, chance = game.fresh(seed), random.Random(seed)
    lines: list[Line] = []
    state.listen(Recorder(state, lines.append))
    state.begin()
    while state.outcome is None:
        texts = [option.text for option in state.options]
        wanted = [i for i, text in enumerate(texts) if eager and re.match(eager, text)]
        state.apply(chance.choice(wanted or range(len(texts))))
    told = Played(scores=state.outcome.scores)
    for line in lines:
        facts: dict[str, Any] = {**line.get("public", {}), **line.get("private", {})}
        if line["event"] == "move" and facts["from"] == "STOCK":
            told.draws.append(facts["to"])
            told.dealt.setdefault(facts["to"], []).append(ours_in(facts["card"]) or facts["card"])
        elif line["event"] == "decision":
            told.decisions.append(
                Decision(facts["seat"], facts["options"], facts["options"][facts["choice"]])
            )
    return told


class LeftOut(Exception):
    """A game in which something was chosen that the house over there does not allow."""


class Difference(Exception):
    """What the two sides disagree about."""


@dataclass(frozen=True)
class Pair:
    """One game on both sides."""

    name: str
    theirs: str
    chances: Callable[[Played, Any], Iterator[str]]
    """What chance does over there, one after the other, as compared texts."""
    said: Callable[[str, Any], str] = lambda text, there: ours_in(text)
    """What our option is over there."""
    heard: Callable[[str], str] = theirs_in
    """What their action is, as a compared text."""
    settings: Mapping[str, int] = field(default_factory=dict)
    seats: int | None = None
    eager: str = ""
    """What is chosen whenever there is a text of ours that it matches."""
    scores: Callable[[Any], list[float]] = lambda there: list(there.returns())
    lacks: str = "$."
    """Options of ours that a house over there may not allow; a game with one chosen is left out."""
    order: Callable[[list[Decision]], list[Decision]] = lambda decisions: decisions
    """Our decisions, with those that nobody learns of in the order of over there."""

    def compare(self, seed: int) -> int:
        """Lay one game of ours out over there; the number of decisions that agreed."""
        ours = played(self.name, self.settings, self.seats, seed, self.eager)
        there = pyspiel.load_game(self.theirs).new_initial_state()
        chances = self.chances(ours, there)
        waiting = self.order(ours.decisions)
        agreed = 0
        while not there.is_terminal():
            if there.is_chance_node():
                _do(there, next(chances), self.heard)
            else:
                agreed += self._decide(there, waiting, seed)
        if any(len(decision.options) > 1 for decision in waiting):
            raise Difference(f"seed {seed}: over there it is over, here comes {waiting[0]}")
        if (found := self.scores(there)) != list(ours.scores):
            raise Difference(f"seed {seed}: {found} over there, {list(ours.scores)} here")
        return agreed

    def _decide(self, there: Any, waiting: list[Decision], seed: int) -> int:
        legal = there.legal_actions()
        seat = there.current_player()
        names = sorted({self.heard(there.action_to_string(seat, action)) for action in legal})
        while waiting and len(waiting[0].options) == 1 and len(names) > 1:
            waiting.pop(0)
        ours = waiting[0] if waiting else None
        options = [self.said(text, there) for text in ours.options] if ours else []
        spare = (
            {self.said(text, there) for text in ours.options if re.match(self.lacks, text)} if ours else set()
        )
        options = sorted({name for name in options if name in names or name not in spare})
        if ours is None or ours.seat != seat or options != names:
            if len(names) > 1:
                raise Difference(f"seed {seed}: seat {seat} may do {names} over there, here: {ours}")
            there.apply_action(legal[0])
            return 0
        if (chosen := self.said(ours.chosen, there)) not in names:
            raise LeftOut
        _do(there, chosen, self.heard)
        waiting.pop(0)
        return 1


@dataclass(frozen=True)
class PairOfSome(Pair):
    """A game of which we offer only some options, the lowest and the highest among them."""

    def _decide(self, there: Any, waiting: list[Decision], seed: int) -> int:
        legal = there.legal_actions()
        names = [self.heard(there.action_to_string(there.current_player(), action)) for action in legal]
        ours = waiting.pop(0)
        options = {self.said(text, there) for text in ours.options}
        if ours.seat != there.current_player() or not {names[0], names[-1]} <= options <= set(names):
            raise Difference(f"seed {seed}: {names[:4]} … {names[-1]} over there, here: {ours}")
        _do(there, self.said(ours.chosen, there), self.heard)
        return 1


def _do(there: Any, wanted: str, heard: Callable[[str], str]) -> None:
    """Apply the action of that name."""
    seat = there.current_player()
    for action in there.legal_actions():
        if heard(there.action_to_string(seat, action)) == wanted:
            there.apply_action(action)
            return
    names = [there.action_to_string(seat, action) for action in there.legal_actions()]
    raise Difference(f"{wanted!r} is not among {names[:60]}")


def hands(ours: Played, seats: int) -> list[list[str]]:
    """What every seat was dealt first."""
    return [ours.dealt[f"{seat}.HAND"] for seat in range(seats)]


def in_turn(dealt: Sequence[Sequence[str]], first: int = 0) -> Iterator[str]:
    """The cards of all hands, one each and round again."""
    seats = len(dealt)
    for row in range(len(dealt[0])):
        for k in range(seats):
            yield dealt[(first + k) % seats][row]


# One game after the other.

ROYALS = ("JACK", "QUEEN", "KING")


def kuhn_chances(ours: Played, there: Any) -> Iterator[str]:
    for seat in range(2):
        yield str(ROYALS.index(ours.dealt[f"{seat}.HAND"][0]))


def poker_heard(text: str) -> str:
    return text.rpartition(":")[2].strip().lower()


def kuhn_said(text: str, there: Any) -> str:
    return {"check": "pass", "fold": "pass", "bet": "bet", "call": "bet"}[text]


def leduc_said(text: str, there: Any) -> str:
    return {"check": "call", "bet": "raise"}.get(text, text)


def leduc_chances(ours: Played, there: Any) -> Iterator[str]:
    """Two cards of a rank are alike: the second one has the next number."""
    used: list[int] = []
    for place in ("0.HAND", "1.HAND", "BOARD"):
        for card in ours.dealt.get(place, ()):
            number = 2 * ROYALS.index(next(rank for rank in ROYALS if rank in card))
            number += number in used
            used.append(number)
            yield str(number)


def hearts_chances(ours: Played, there: Any) -> Iterator[str]:
    yield "Left"
    yield from in_turn(hands(ours, 4))


def passes_first(decisions: list[Decision]) -> list[Decision]:
    """Here everyone passes on one card after the other, over there all three at once."""
    return sorted(decisions[:12], key=lambda decision: decision.seat) + decisions[12:]


def named(text: str) -> str:
    """An action over there: cards if it names some, else its own name; all bids above six are one."""
    return "high" if text.isdigit() and int(text) > 6 else theirs_in(text) or text


def bid_or_card(text: str, there: Any) -> str:
    if not text.startswith("bid "):
        return ours_in(text)
    return {"0": "Nil"}.get(text[4:], named(text[4:]))


def bids_of_four(decisions: list[Decision]) -> list[Decision]:
    """Over there ten tricks above a contract cost a hundred points, also in a single deal."""
    bids = [int(decision.chosen[4:]) for decision in decisions[:4]]
    if bids[0] + bids[2] < 4 or bids[1] + bids[3] < 4:
        raise LeftOut
    return decisions


def oh_hell_said(text: str, there: Any) -> str:
    return text[4:] if text.startswith("bid ") else ours_in(text)


def oh_hell_chances(ours: Played, there: Any) -> Iterator[str]:
    yield "5"
    yield "3"
    yield from in_turn(hands(ours, 4))
    yield next(cards[0] for place, cards in ours.dealt.items() if not place.endswith("HAND"))


def euchre_chances(ours: Played, there: Any) -> Iterator[str]:
    yield "W"
    yield from in_turn(hands(ours, 4), first=3)
    yield next(cards[0] for place, cards in ours.dealt.items() if not place.endswith("HAND"))


EUCHRE_SUITS = {"CLUBS": "Clubs", "DIAMONDS": "Diamonds", "HEARTS": "Hearts", "SPADES": "Spades"}


def euchre_said(text: str, there: Any) -> str:
    """Over there trumps are named first, and whether alone is asked when the dealer has laid away a card."""
    if text == "pass":
        return "Pass"
    if text.startswith("order up"):
        upcard = re.search("Upcard: ([CDHS])", str(there))
        assert upcard is not None
        return next(name for name in EUCHRE_SUITS.values() if name[0] == upcard[1])
    for suit, name in EUCHRE_SUITS.items():
        if suit in text:
            return name
    return text if text in {"Alone", "Partner"} else ours_in(text)


def alone_later(decisions: list[Decision]) -> list[Decision]:
    """A bid and whether it is played alone as two decisions, the second after what the dealer lays away."""
    told: list[Decision] = []
    later: Decision | None = None
    for decision in decisions:
        if later is not None and not decision.chosen.startswith("lay away"):
            told.append(later)
            later = None
        told.append(decision)
        if decision.chosen.startswith(("order up", "name", "play alone")):
            if decision.chosen == "order up alone" and decision.seat == 1:
                raise LeftOut  # The dealer, who sits out, lays a card away over there only.
            later = Decision(
                decision.seat, ["Alone", "Partner"], "Alone" if "alone" in decision.chosen else "Partner"
            )
    return told


def euchre_scores(there: Any) -> list[float]:
    """Over there the losers lose what the others win, and makers without a trick lose twice as much."""
    maker = next(step.player for step in there.full_history() if step.player >= 0 and step.action > 24)
    most = 4 if there.returns()[maker] > 0 else 2
    return [min(most, max(0.0, value)) for value in there.returns()]


HOLDEM = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=1 2,firstPlayer=1 2 2 2,numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200,bettingAbstraction=fullgame)"
)


def holdem_chances(ours: Played, there: Any) -> Iterator[str]:
    for place in ("0.HAND", "1.HAND", "BOARD"):
        yield from ours.dealt.get(place, ())


def holdem_said(text: str, there: Any) -> str:
    """Over there a raise says what one has paid in all."""
    if text in ("fold", "check", "call"):
        return {"check": "Call"}.get(text, text.capitalize())
    paid = [int(chips) for chips in re.findall(r"P[01]: (\d+)", str(there))]
    price = max(paid)
    pot = sum(paid) + price - paid[there.current_player()]
    least = next(action for action in there.legal_actions() if action > 1)
    raised = {"least": least, "half the pot": price + pot // 2, "pot": price + pot}
    return f"Bet{raised.get(text.removeprefix('raise ').removeprefix('the '), 200)}"


LEVELS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN")
CALLS = {"pass": "Pass", "double": "Dbl", "redouble": "RDbl"}


def bridge_said(text: str, there: Any) -> str:
    """A call over there has a number and a sign."""
    if text.startswith("bid "):
        level, strain = text[4:].split("-")
        return f"bid {LEVELS.index(level) + 1}{strain[0]}"
    return CALLS.get(text) or ours_in(text)


def bridge_heard(text: str) -> str:
    call = re.fullmatch(r"([1-7])(NT|[♣♦♥♠])", text)
    if call is not None:
        return f"bid {call[1]}{SUITS.get(call[2], 'N')}"
    return ours_in(text) or text


def bridge(first: int, vulnerable: str) -> Pair:
    """Bridge with the vulnerability of a deal of a Chicago."""
    return Pair(
        "bridge",
        f"bridge(use_double_dummy_result=false,{vulnerable})",
        lambda ours, there: in_turn(hands(ours, 4)),
        bridge_said,
        bridge_heard,
        settings={"FIRST": first},
    )


BEACONS = dict(zip(("AMBER", "CORAL", "INDIGO", "JADE", "PEARL"), "RYGWB", strict=True))


def beacons_card(name: str) -> str:
    """A card over there has a letter and a number."""
    color, _, number = name.partition("-")
    return f"{BEACONS[color]}{number}"


def beacons_chances(ours: Played, there: Any) -> Iterator[str]:
    """Hands are dealt one after the other; later every card goes to whoever has just played."""
    seats, left = there.num_players(), {place: list(cards) for place, cards in ours.dealt.items()}
    size = 5 if seats < 4 else 4
    for seat in range(seats):
        for _ in range(size):
            yield f"(Deal {beacons_card(left[f'{seat}.HAND'].pop(0))})"
    for place in ours.draws[size * seats :]:
        yield f"(Deal {beacons_card(left[place].pop(0))})"


def beacons_said(text: str, there: Any) -> str:
    """Over there cards of a hand count from 0, players from the one who plays."""
    what, _, about = text.partition(" ")
    if what == "hint":
        seat, value = about.removeprefix("seat ").split(", ")
        on = (int(seat) - there.current_player()) % there.num_players()
        of = f"rank {value}" if value.isdecimal() else f"color {BEACONS[value]}"
        return f"(Reveal player +{on} {of})"
    last = len(re.findall(r"\n\S+ \|\| ", str(there).split("Cur player")[1].split("-----")[0])) - 1
    slot = re.search(r"the (\d+)\w\w card", text)
    at = int(slot[1]) - 1 if slot is not None else last
    return f"({'Play' if what == 'lay' else 'Discard'} {at})"


def beacons(seats: int) -> Pair:
    """Beacons, where rows count nothing once no life is left."""
    return Pair(
        "beacons",
        f"hanabi(players={seats})",
        beacons_chances,
        beacons_said,
        str,
        settings={"KEEP": 0},
        seats=seats,
        eager="hint|put away",
    )


PAIRS = [
    Pair("kuhn_poker", "kuhn_poker", kuhn_chances, kuhn_said, poker_heard),
    Pair("leduc_poker", "leduc_poker", leduc_chances, leduc_said, poker_heard),
    Pair(
        "hearts",
        "hearts(qs_breaks_hearts=false)",
        hearts_chances,
        heard=named,
        settings={"PASS": 3, "PASSTO": 1, "BROKEN": 1, "CLEAN": 1, "MOON": 1},
        seats=4,
        scores=lambda there: [26 - value for value in there.returns()],
        order=passes_first,
    ),
    # Over there partners may not bid more than thirteen together, and spades are never led from choice.
    Pair(
        "spades",
        "spades",
        lambda ours, there: in_turn(hands(ours, 4)),
        bid_or_card,
        named,
        eager="bid [0-6]$|lead [♣♦♥]",
        lacks="lead ♠",
        order=bids_of_four,
    ),
    Pair(
        "oh_hell",
        "oh_hell(players=4,num_tricks_fixed=5)",
        oh_hell_chances,
        oh_hell_said,
        lambda text: theirs_in(text) or text,
        settings={"MOST": 5, "LEAST": 5},
        seats=4,
        # Over there a trick counts even if the bid was missed.
        scores=lambda there: [value if value >= 10 else 0 for value in there.returns()],
    ),
    Pair(
        "euchre",
        "euchre",
        euchre_chances,
        euchre_said,
        named,
        settings={"TARGET": 1, "STICK": 1},
        scores=euchre_scores,
        # Over there the dealer keeps the card that was turned up.
        lacks="lay away",
        order=alone_later,
    ),
    *(beacons(seats) for seats in (2, 3, 4, 5)),
    bridge(1, "dealer_vul=false,non_dealer_vul=false"),
    bridge(2, "dealer_vul=true,non_dealer_vul=false"),
    bridge(4, "dealer_vul=true,non_dealer_vul=true"),
    PairOfSome(
        "no_limit_holdem",
        HOLDEM,
        holdem_chances,
        holdem_said,
        lambda text: theirs_in(text) or text.rpartition("=")[2],
    ),
]


def main(games: int) -> int:
    """Compare all pairs; how many differ."""
    different = 0
    for pair in PAIRS:
        decisions = compared = 0
        try:
            for seed in range(games):
                with suppress(LeftOut):
                    decisions += pair.compare(seed)
                    compared += 1
            print(f"{pair.name:<17}{compared} games, {decisions} decisions: the same")
        except Difference as problem:
            different += 1
            print(f"{pair.name:<17}{problem}")
    return different


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)))

"""The cards of a program as piles, like those of any other game: hands, stacks and whatever else holds cards.

A program keeps its cards where it likes. What is shown are collections of cards in global variables, in
fields of players and of other global things; of a card that a seat does not know, only its back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.game import PLAYER, Stream
from croupier.game.cards import CardKind, Pack, Pile, Slot
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.as_game.sight import HANDS, OPEN_TOPS, Spots, hidden
from croupier.script.heap import Thing
from croupier.script.machine import Machine

if TYPE_CHECKING:
    from croupier.script.as_game.game import ScriptGame

Look = tuple[tuple[str, str], ...]
"""What is printed on a card."""

LOOKED_AT = 40
"""So many decisions of a game are looked at to see which cards there are."""

STEPS = 10_000
"""So many steps of a program that asks nobody are looked at, now and then."""

UNKNOWN_KIND = CardKind("another card", (), "", 0)
"""Stands for cards that were not there while the pack was made."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A collection of cards, and where it was found."""

    owner: str
    member: int
    name: str
    nth: int
    kind: str
    pile: Thing
    """The collection itself."""
    cards: list[Any]
    upside_down: bool
    """Whether its first card is the top one."""

    @property
    def cell(self) -> int:
        """The cell of its cards."""
        return int(self.pile.i)

    @property
    def id(self) -> str:
        """Its name in messages."""
        owner = f"{self.member}." if self.owner == "player" else ""
        return f"{owner}{self.name}{f'[{self.nth}]' if self.nth else ''}"

    def slot(self, at: int) -> int:
        """The slot of a card by its index in the collection; slots count from the bottom."""
        return len(self.cards) - 1 - at if self.upside_down else at


def holders(script: ScriptProgram, machine: Machine) -> list[Holder]:
    """Every collection of cards, each once: those of the players first."""
    found: list[Holder] = []
    seen: set[int] = set()
    for holder in _candidates(script, machine):
        if holder.cards and holder.cell not in seen:
            seen.add(holder.cell)
            found.append(holder)
    return found


def _candidates(script: ScriptProgram, machine: Machine) -> Iterator[Holder]:
    for seat, player in enumerate(machine.seated):
        for name, held in machine.fields(player).items():
            yield from _holders(script, machine, "player", seat, name, held)
    for name, held in zip(machine.global_names, machine.globals, strict=True):
        yield from _holders(script, machine, "game", 0, name, held)
        if type(held) is Thing and not script.is_player(held):
            for field, inner in machine.fields(held).items():
                yield from _holders(script, machine, "game", 0, f"{name}.{field}", inner)


def _holders(
    script: ScriptProgram, machine: Machine, owner: str, member: int, name: str, held: Any
) -> Iterator[Holder]:
    pile = script.pile(machine, held) if type(held) is Thing else None
    cards = machine.items(pile) if pile is not None else []
    if pile is None or not cards:
        return
    last = name.rpartition(".")[2]
    stacked, in_hand = script.is_stack(held), script.is_hand(held) or (owner == "player" and last in HANDS)
    if all(script.look(machine, card, loose=stacked or in_hand) is not None for card in cards):
        kind = "iloc" if in_hand else "hloc" if stacked and last not in OPEN_TOPS else "vloc"
        yield Holder(owner, member, name, 0, kind, pile, cards, stacked and script.top == 0)
    elif all(type(item) is Thing and script.pile(machine, item) is not None for item in cards):
        for nth, inner in enumerate(cards):
            for one in _holders(script, machine, owner, member, name, inner):
                if not one.nth:
                    yield replace(one, nth=nth)


def piles(
    script: ScriptProgram, machine: Machine, numbers: dict[Look, int], unseen: Spots
) -> tuple[Pile, ...]:
    """The cards of a machine as piles; what lies at unseen spots is shown by its back."""
    found = []
    copies: dict[int, int] = {}
    for holder in holders(script, machine):
        covered = set(unseen[id(holder.pile)][1]) if id(holder.pile) in unseen else set()
        slots: list[Slot] = []
        for at, card in enumerate(holder.cards):
            if at in covered:
                slots.append("")
            else:
                look = script.look(machine, card, loose=True) or ()
                slots.append((numbers.get(look, len(numbers)), copies.setdefault(id(card), len(copies))))
        if holder.upside_down:
            slots.reverse()
        found.append(
            Pile(
                holder.id,
                holder.kind,
                holder.owner,
                holder.member,
                holder.name,
                holder.nth,
                tuple(slots),
                free=False,
            )
        )
    return tuple(found)


def drawn_openly(script: ScriptProgram, machine: Machine) -> str | None:
    """The name of a pile that every seat sees although cards were drawn from it by chance; None if none."""
    return next(
        (
            holder.name
            for holder in holders(script, machine)
            if holder.kind == "vloc" and holder.cell in machine.drawn and holder.cell not in machine.shuffled
        ),
        None,
    )


def seen_piles(game: ScriptGame, machine: Machine, seat: int) -> tuple[Pile, ...]:
    """The piles as a seat knows them, of a machine that tells it no more."""
    return piles(game.script, machine, game.card_numbers, hidden(game.script, machine, seat))


def pack_of(game: ScriptGame) -> Pack:
    """All kinds of cards that a program makes, as far as the beginning of one game shows them."""
    most: Counter[Look] = Counter()
    names: dict[Look, str] = {}

    def note(machine: Machine) -> None:
        nonlocal most
        now: Counter[Look] = Counter()
        for holder in holders(game.script, machine):
            for card in holder.cards:
                look = game.script.look(machine, card, loose=True)
                if look is not None:
                    now[look] += 1
                    names.setdefault(look, " ".join(game.script.label(machine, card).split()))
        most |= now

    _look_at_beginning(game, note)
    order = sorted(most, key=lambda look: [(key, *_ranked(word)) for key, word in look])
    kinds = tuple(CardKind(names[look], look, "", most[look]) for look in order)
    return Pack((*kinds, UNKNOWN_KIND)) if kinds else Pack()


def _look_at_beginning(game: ScriptGame, note: Callable[[Machine], None]) -> None:
    """Look at one game at its first decisions; at a game without any, now and then."""
    state, stream = game.fresh(0), Stream.of(0, PLAYER)
    for _ in range(LOOKED_AT):
        if state.to_move is None:
            break
        note(state.machine)
        state.apply(stream.below(state.option_count))
    if not state.choices:
        machine = game.script.machine(seed=0, seats=game.asked_seats)
        machine.pulse = partial(note, machine)
        machine.allow(STEPS)
        machine.run()
    note(state.machine)


def _ranked(word: str) -> tuple[bool, float, str]:
    """Numbers ascending, then words by the alphabet."""
    try:
        return False, float(word), word
    except ValueError:
        return True, 0.0, word

"""INPUT: questions, what answers to them mean, and players that answer for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.game import SAMPLE, Stream, game_seed
from croupier.script.cardigan.builtins import converted
from croupier.script.cardigan.calling import begin_call
from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.values import (
    Card,
    collection,
    equal,
    is_function,
    is_struct,
    items_of,
    kind_of,
    text,
)
from croupier.script.heap import Thing
from croupier.script.machine import BadAnswer, Decision, Fault, Frame, Machine, Pause, Routine, Status

MOST_OPTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Question:
    """What is known about a question before the game begins."""

    expects: str = "string"
    count: bool = False
    """Whether the answer bounds a range or divides: before there are players, it is their number."""
    arguments: int = 0
    """How many values lie on the stack: prompt, options, decider."""
    assigns: bool = False
    """Whether the first value is the options, since the name that is assigned came before."""


def ask(machine: Machine, frame: Frame, question: Question) -> None:
    """Ask; if the seats are given from outside, nobody is asked for their number."""
    values = frame.stack[len(frame.stack) - question.arguments :]
    del frame.stack[len(frame.stack) - question.arguments :]
    if not question.assigns and values and type(values[0]) is str:
        machine.write(values.pop(0) + "\n")
    options = _options(values[0]) if values else None
    by = values[1] if len(values) > 1 else _asked(machine)
    if len(values) > 1 and not is_struct(by):
        raise Fault("R403", f"a player is asked, not {article(kind_of(by))}")
    if question.count and options is None and machine.seats is not None and machine.globals[0] is not True:
        frame.stack.append(machine.seats)
        return
    if options is not None and _is_numbered(options) and not _has_strategy(by):
        for number, option in enumerate(options):
            machine.write(f"{number}: {text(option)}\n")
    span = frame.routine.spans[frame.pc - 1]
    stated = None if options is None else tuple(options)
    machine.ask(Decision(span, machine.prompt(), question.expects, stated, by))


def _options(value: Any) -> list[Any]:
    options = items_of(value)
    if options is None:
        raise Fault("R403", f"options are a collection, not {article(kind_of(value))}")
    if not 0 < len(options) <= MOST_OPTIONS:
        raise Fault("R401", f"a question needs 1 to {MOST_OPTIONS:,} options, there are {len(options):,}")
    return options


def _asked(machine: Machine) -> Any:
    """The innermost visible player: the variable `player`, else any that holds one."""
    for frame in reversed(machine.frames):
        found = [(name, _player(held)) for name, held in zip(frame.routine.names, frame.locals, strict=False)]
        players = [(name, held) for name, held in found if held is not None]
        if players:
            return next((held for name, held in players if name == "player"), players[0][1])
    return None


def _player(held: Any) -> Any:
    if type(held) is Thing and held.kind == "cell":
        held = held.fields.get("v")
    return held if type(held) is Thing and held.kind == "Player" else None


def read_answer(decision: Decision, said: str) -> Any:
    """The value that an answer stands for: the option of that text or number, or what the program expects."""
    said = said.strip() if decision.expects != "string" or decision.options is not None else said
    if decision.options is None:
        try:
            return converted(said, decision.expects) if decision.expects != "any" else said
        except Fault as problem:
            raise BadAnswer(problem.message) from None
    numbered = _is_numbered(decision.options)
    if numbered and said.isascii() and said.isdecimal() and int(said[:9]) < len(decision.options):
        return decision.options[int(said[:9])]
    for option in decision.options:
        if text(option) == said:
            return option
    shown = f"0 to {len(decision.options) - 1}" if numbered else ", ".join(map(text, decision.options[:20]))
    raise BadAnswer(f"'{said[:60]}' is not among the options: {shown}")


def _is_numbered(options: Sequence[Any]) -> bool:
    """Whether options are answered by their number: things and cards may have the same text."""
    return any(type(option) in (Thing, Card) for option in options)


def _has_strategy(by: Any) -> bool:
    return by is not None and is_function(by.fields.get("strategy"))


def own_answer(machine: Machine) -> str | None:
    """What the player who is asked answers by its own strategy; None if it has none.

    The strategy runs on a copy of the game that is then thrown away. :class:`Fault` if it does not choose.
    """
    decision = machine.pending
    if decision is None or decision.options is None or not _has_strategy(decision.by):
        return None
    fork = machine.copy()
    assert fork.pending is not None
    assert fork.pending.options is not None
    twin, offered = fork.pending.by, list(fork.pending.options)
    hide(fork, twin)
    chooser = fork.frame = Frame(Routine("strategy", -3, [(_chosen, None)], [decision.span]), [])
    fork.frames, fork.pending, fork.status = [chooser], None, Status.READY
    begin_call(fork, twin.fields["strategy"], [collection(list(offered))], twin)
    status = fork.run()
    if status is Status.FAILED:
        assert fork.failure is not None
        at = f"line {fork.failure.span.line}"
        raise Fault(fork.failure.code, f"in the strategy, {at}: {fork.failure.message}", fork.failure.hint)
    if status is not Status.FINISHED or fork.frame is not chooser:
        raise Fault("R403", "a strategy cannot ask or exit")
    chosen = chooser.stack[-1]
    same = next((n for n, option in enumerate(offered) if option is chosen), None)
    if same is None:
        same = next((n for n, option in enumerate(offered) if equal(option, chosen)), None)
    if same is None:
        raise Fault("R403", f"the strategy chose '{text(chosen)[:60]}', which is not among the options")
    return str(same) if _is_numbered(offered) else text(offered[same])


def _chosen(machine: Machine, frame: Frame, _: Any) -> None:
    """The strategy has ended; its answer is on the stack."""
    machine.status = Status.FINISHED
    raise Pause


def hide(fork: Machine, seat: Thing) -> None:
    """Deal anew whatever the seat cannot know: the hands of the others, and what lies in decks."""
    # Mixed from the game's own chance, so that it depends on seed and answers alone and foretells nothing.
    fork.stream = Stream.of(game_seed(fork.stream.copy().next(), fork.answers), SAMPLE)
    unknown = {id(items): items for items in _unknown(fork, seat)}
    places = [
        (items, at) for items in unknown.values() for at, item in enumerate(items) if type(item) is Card
    ]
    cards = [items[at] for items, at in places]
    fork.stream.shuffle(cards)
    for (items, at), card in zip(places, cards, strict=True):
        items[at] = card


def _unknown(fork: Machine, seat: Thing) -> list[list[Any]]:
    found: list[list[Any]] = []
    todo: list[Any] = [*fork.globals, *(v for f in fork.frames for v in (*f.locals, *f.stack))]
    seen: set[int] = set()
    while todo:
        value = todo.pop()
        if type(value) is not Thing or id(value) in seen:
            continue
        seen.add(id(value))
        todo += reversed((*value.fields.values(), *(value.items or ())))
        if value.kind == "Deck":
            found.append(items_of(value) or [])
        elif value.kind == "Player" and value is not seat:
            found += [items_of(value.fields.get(name)) or [] for name in ("hand", "cards")]
    return found

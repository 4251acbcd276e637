"""Choosing an option by itself, by its number or by its text; and the three ways in which that goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from croupier.game.outcome import Outcome
from croupier.game.protocol import Option
from croupier.text import CroupierError, did_you_mean

_LISTED = 12
"""The options that a message lists at most."""


class ChoiceError(CroupierError, ValueError):
    """A choice that cannot be made; `seat` was to move, and `options` is what it could have done."""

    def __init__(self, message: str, seat: int | None, options: Sequence[Option]) -> None:
        super().__init__(message)
        self.seat = seat
        self.options = tuple(options)


class NotAnOption(ChoiceError):
    """Nobody can do that here."""


class OptionOfAnotherPosition(ChoiceError):
    """The option belongs to another position."""


class AmbiguousChoice(ChoiceError):
    """The text fits more than one option."""


class Position(Protocol):
    """A state, as far as choosing goes."""

    @property
    def to_move(self) -> int | None: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def option_count(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None: ...


def chosen_index(position: Position, choice: Option | int | str) -> int:
    """The index of the option that is meant; :class:`ChoiceError` if none is, or more than one.

    A text means the option of that text or key, else the only one whose text begins so.

    >>> from croupier import load
    >>> state = load("kuhn_poker").start(seed=1)
    >>> chosen_index(state, "bet"), chosen_index(state, "ch")
    (1, 0)
    >>> chosen_index(state, "fold")
    Traceback (most recent call last):
    croupier.game.choosing.NotAnOption: seat 0 cannot choose 'fold' here: it may check, bet
    """
    if position.outcome is not None:
        raise NotAnOption(f"the game is over: {position.outcome.reason}", None, ())
    if isinstance(choice, str):
        return _by_text(position, choice)
    index = choice.index if isinstance(choice, Option) else choice
    if isinstance(choice, Option) and not (
        0 <= index < position.option_count and position.options[index] == choice
    ):
        raise _refusal(OptionOfAnotherPosition, position, f"{choice.text!r} is an option of another position")
    if not 0 <= index < position.option_count:
        last = position.option_count - 1
        raise _refusal(NotAnOption, position, f"there is no option {index}: they count from 0 to {last}")
    return index


def _by_text(position: Position, text: str) -> int:
    options, wanted = position.options, text.strip().casefold()
    exact = [option for option in options if option.text.casefold() == wanted or option.key == text]
    found = exact or [option for option in options if wanted and option.text.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0].index
    if found:
        raise AmbiguousChoice(
            f"{text!r} may mean {' or '.join(_listed(found))}", position.to_move, position.options
        )
    near = did_you_mean(text, [option.text for option in options])
    said = f"seat {position.to_move} cannot choose {text!r} here"
    raise _refusal(NotAnOption, position, f"{said}; {near}" if near else said)


def _refusal(kind: type[ChoiceError], position: Position, said: str) -> ChoiceError:
    may = f"{', '.join(_listed(position.options))}"
    whose = "it may" if said.startswith("seat ") else f"seat {position.to_move} may"
    return kind(f"{said}: {whose} {may}", position.to_move, position.options)


def _listed(options: Sequence[Option]) -> list[str]:
    texts = [option.text for option in options[:_LISTED]]
    return [*texts, f"{len(options) - _LISTED} more"] if len(options) > _LISTED else texts

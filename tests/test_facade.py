"""The public face: its names, its errors, and a wrong choice told in words."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

import click
import pytest

import croupier


def test_every_public_name_is_there_and_shown() -> None:
    for name in croupier.__all__:
        assert hasattr(croupier, name)
    assert set(croupier.__all__) <= set(dir(croupier))


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'shuffle'"):
        _ = croupier.shuffle


def test_all_errors_have_one_root() -> None:
    """Signals of a single module begin with an underscore; everything else can be caught as one."""
    wrong = set()
    for module in pkgutil.walk_packages(croupier.__path__, "croupier."):
        if module.name == "croupier.__main__":
            continue
        for name, kind in inspect.getmembers(import_module(module.name), inspect.isclass):
            ours = kind.__module__.startswith("croupier") and issubclass(kind, BaseException)
            # How a command ends is click's affair.
            ours = ours and not issubclass(kind, click.ClickException)
            if ours and not name.startswith("_") and not issubclass(kind, croupier.CroupierError):
                wrong.add(f"{kind.__module__}.{name}")
    assert not wrong


@pytest.mark.parametrize(
    ("game", "engine"), [("kuhn_poker", "native"), ("kuhn_poker", "interpreter"), ("uno.ah", None)]
)
def test_a_wrong_choice_is_one_of_three_errors(game: str, engine: str | None) -> None:
    state = croupier.load(game, engine=engine).start(seed=1)
    first = state.options[0]
    with pytest.raises(croupier.NotAnOption, match=f"cannot choose 'the moon' here.* it may {first.text}"):
        state.apply("the moon")
    with pytest.raises(croupier.NotAnOption, match=r"there is no option 99: they count from 0 to \d+"):
        state.apply(99)
    foreign = croupier.Option(0, "elsewhere", "elsewhere")
    with pytest.raises(croupier.OptionOfAnotherPosition, match="'elsewhere' is an option of another"):
        state.apply(foreign)


def test_the_beginning_of_a_text_is_enough_unless_it_fits_two() -> None:
    state = croupier.load("agram", seats=2).arrange({"0.HAND": "♥9 ♥10 ♠3"})
    with pytest.raises(croupier.AmbiguousChoice, match="'lead ♥' may mean lead ♥9 or lead ♥10") as caught:
        state.apply("lead ♥")
    assert caught.value.seat == state.to_move
    assert caught.value.options == state.options
    state.apply("lead ♥1")
    assert state.choices == [1]


def test_a_game_that_is_over_takes_no_choice() -> None:
    state = croupier.load("kuhn_poker").start(seed=1)
    while state.to_move is not None:
        state.apply(0)
    with pytest.raises(croupier.NotAnOption, match="the game is over"):
        state.apply("bet")

"""Decisions of a RECYCLE program as rows of numbers: the actions, their features, what the seat knows.

The kernels of `croupier.native.vectors` write the same rows, from machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.interpreter.on_table import GameOnTable, OnTable
from croupier.interpreter.options import Path
from croupier.interpreter.table import Table
from croupier.interpreter.view import View
from croupier.native.lower.blueprint import Blueprint
from croupier.native.numbering import CARD, INTEGER, PLACE, PLAYER, STRING, Item, Numbering, labels_of
from croupier.native.observing import LARGEST, Observing
from croupier.recycle.types import Type

FEATURES = ("decision", "item", "seat", "team", "number", "text", "place")
"""The features of an option before its cards."""
DECISION, ITEM, SEAT, TEAM, NUMBER, TEXT, PLACED = range(len(FEATURES))

Rows = NDArray[Any]


class Encoder:
    """How the decisions of a game are told in numbers."""

    def __init__(self, game: GameOnTable, width: int, bp: Blueprint | None = None) -> None:
        self.game = game
        self.bp = Blueprint(game.layout) if bp is None else bp
        self.numbering = Numbering(self.bp, labels_of(game.body))
        self.observing = Observing(self.bp, self.numbering)
        self.width = width if self.numbering.by_index else 0
        """So many options of a decision without fixed numbers can be told."""

    @property
    def by_index(self) -> int:
        """The first action that stands for the index of an option."""
        return self.numbering.fixed

    def is_by_index(self, state: OnTable) -> bool:
        """Whether the options of a decision are told by their index."""
        return self.numbering.choices[self.numbering.by_way[state.way]].items is None

    @property
    def observation_names(self) -> list[str]:
        """A text for every number of an observation."""
        return self.observing.names

    @property
    def actions(self) -> int:
        """The number of actions."""
        return self.numbering.fixed + self.width

    @cached_property
    def action_names(self) -> list[str]:
        """A text for every action."""
        return [*self.numbering.describe(), *(f"option {i}" for i in range(self.width))]

    @cached_property
    def feature_names(self) -> list[str]:
        """A text for every feature of an option."""
        return [*FEATURES, *self.observing.kind_names]

    @property
    def notes(self) -> list[str]:
        """What there is to say about the numbers of actions."""
        by_index = [n for n, choice in enumerate(self.numbering.choices) if choice.items is None]
        if not by_index:
            return []
        lines = [self.numbering.choices[n].expr.span.line for n in by_index]
        where = ", ".join(f"{n + 1} (line {line})" for n, line in zip(by_index, lines, strict=True))
        return [
            f"At decision {where} the actions are not known before the game: "
            f"action {self.numbering.fixed} + i takes the i-th option there."
        ]

    # A decision

    def write(self, state: OnTable, mask: Rows, index: Rows, observation: Rows | None) -> int:
        """Write the decision at which a state stands into its rows; gives how many options have no number."""
        mask[:] = False
        index[:] = 0
        choice = self.numbering.choices[self.numbering.by_way[state.way]]
        cut = 0
        for k, action in enumerate(self._numbers(state, choice)):
            if not 0 <= action < self.actions or k >= LARGEST:
                cut += 1
            elif index[action] == 0:
                index[action] = k + 1
                mask[action] = True
        if observation is not None:
            assert state.to_move is not None
            self.observe(state.view(state.to_move), observation)
        return cut

    def _numbers(self, state: OnTable, choice: Any) -> list[int]:
        if choice.items is None:
            return [self.numbering.fixed + k for k in range(state.option_count)]
        table = state.table
        return [self.numbering.number(choice, path, table) for path in state.paths]

    def observe(self, view: View, row: Rows) -> None:
        """Write what a view tells into a row."""
        row[:] = 0
        self.observing.write(view, row)

    # Features

    @cached_property
    def fixed_features(self) -> Rows:
        """The features of every action; nothing for those told by their index."""
        found = np.zeros((self.actions, len(self.feature_names)), np.int16)
        for number, choice in reversed(list(enumerate(self.numbering.choices))):
            for nth, item in enumerate(choice.items or ()):
                if item is not None:
                    self._item_features(found[item.first : item.first + item.size], number, nth, item)
        return found

    def _item_features(self, rows: Rows, choice: int, nth: int, item: Item) -> None:
        rows[:, :] = 0
        rows[:, DECISION], rows[:, ITEM] = choice + 1, nth + 1
        for k, row in enumerate(rows):
            rest = k
            for pick in item.picks:
                slot, rest = divmod(rest, pick.stride)
                if slot < pick.missing:
                    continue
                slot -= pick.missing
                if pick.how == CARD:
                    row[len(FEATURES) + slot] += 1
                elif pick.how == PLAYER:
                    row[SEAT] = slot + 1
                elif pick.how == STRING:
                    row[TEXT] = 1 + self.bp.string(pick.strings[slot])
                elif pick.how == INTEGER:
                    row[NUMBER] = min(max(pick.low + slot, -LARGEST), LARGEST)
                elif pick.how == PLACE:
                    assert pick.family is not None
                    index, member = divmod(slot, pick.family.members)
                    family = pick.family
                    columns = self.observing.places[family.owner, family.kind, family.name, index]
                    row[PLACED] = min(1 + columns.first + member * columns.each, LARGEST)

    def option_features(self, state: OnTable, rows: Rows) -> None:
        """Write the features of the options of a decision that are told by their index."""
        rows[:, :] = 0
        number = self.numbering.by_way[state.way]
        if self.numbering.choices[number].items is not None:
            return
        table = state.table
        for row, path in zip(rows, state.paths, strict=False):
            row[DECISION], row[ITEM] = number + 1, path.item + 1
            self._path_features(table, path, row)

    def _path_features(self, table: Table, path: Path, row: Rows) -> None:
        layout, mover = table.layout, table.players[-1][0]
        kinds, first = layout.pack.kinds, len(FEATURES)
        for kind, value in path.picks:
            if value is None:
                continue
            if kind in (Type.CARD, Type.CARDS):
                cards: Sequence[int] = value if kind is Type.CARDS else (value,)
                for card in cards:
                    if self.numbering.sees(table, mover, card):
                        row[first + kinds[card]] += 1
            elif kind in (Type.COPY, Type.COPIES):
                for card in value if kind is Type.COPIES else (value,):
                    row[first + kinds[card]] += 1
            elif kind is Type.PLAYER:
                row[SEAT] = 1 + (value - mover) % self.bp.seats
            elif kind is Type.TEAM:
                row[TEAM] = 1 + self.observing.relative("team", value, mover, table.teams)
            elif kind in (Type.LOCATION, Type.MEMORY):
                column = self.observing.place_column(layout.places[value], mover, table.teams)
                row[PLACED] = min(1 + column, LARGEST)
            elif isinstance(value, str):
                row[TEXT] = 1 + self.bp.string(value)
            else:
                row[NUMBER] = min(max(int(value), -LARGEST), LARGEST)

"""The player who plays by a policy that `croupier solve` has saved."""

from __future__ import annotations

from functools import cache
from math import fsum
from typing import Any, ClassVar

from croupier.game import Option, View
from croupier.game.recall import NOTHING_SEEN, Fingerprinted, after_glance, chose, glance
from croupier.players.player import Player
from croupier.players.policy import Policy, PolicyError
from croupier.players.settings import PlayerError, Setting

_STEPS = 1 << 32
"""How finely chances are drawn."""


class SolvedPlayer(Player):
    """Plays by a policy that `croupier solve GAME --save FILE` has written.

    It remembers all that it sees and does, as the policy goes by that. Where a policy that was found by
    sampling knows nothing, every option is equally likely.
    """

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "file",
            "",
            "what `croupier solve --save` wrote",
            "the name of a file",
            str,
            lambda value: isinstance(value, str) and bool(value),
        ),
    )
    strength = "as far from an equilibrium as its file says"
    cost = "one look into a table"

    def __init__(self, seat: int, seats: int, stream: Any, **options: Any) -> None:
        super().__init__(seat, seats, stream, **options)
        self.watches = True
        self._policy = _policy(self.options["file"])
        self._recall = NOTHING_SEEN

    @classmethod
    def prepare(cls, options: dict[str, Any]) -> None:
        """Read the file before anybody plays."""
        if not options["file"]:
            raise PlayerError("solved: name the file, as in solved:file=kuhn.json")
        try:
            _policy(options["file"])
        except PolicyError as problem:
            raise PlayerError(f"solved: {problem}") from None

    def watch(self, view: View) -> None:
        """See what the table looks like before another seat decides."""
        self._see(view)

    def choose(self, view: View) -> Option:
        """An option, as likely as the policy says."""
        self._see(view)
        assert isinstance(view, Fingerprinted)
        keys = view.option_keys(self._policy.ignoring)
        row = self._policy.chances.get(self._recall.hex())
        if row is None or not row.keys() <= set(keys):
            row = self._unknown(view, keys)
        chosen = self._drawn(keys, row)
        self._recall = chose(self._recall, keys[chosen])
        return view.options[chosen]

    def _see(self, view: View) -> None:
        if not isinstance(view, Fingerprinted):
            raise PlayerError("solved: this game does not tell its views apart for a policy")
        found = glance(view, self._policy.ignoring)
        before = NOTHING_SEEN if found.hex() in self._policy.restarts else self._recall
        self._recall = after_glance(before, found)

    def _unknown(self, view: View, keys: list[str]) -> dict[str, float]:
        policy = self._policy
        if policy.complete:
            raise PlayerError(
                f"solved: the policy of {self.options['file']} does not know what seat {view.seat} has seen; "
                f"it was made for {policy.game} with {policy.seats} seats, from the beginning of a game on"
            )
        return dict.fromkeys(keys, 1.0)

    def _drawn(self, keys: list[str], row: Any) -> int:
        total = fsum(row.values())
        left = self.stream.below(_STEPS) / _STEPS * total
        taken = 0
        for index, key in enumerate(keys):
            chance = row.get(key, 0.0)
            if chance > 0:
                taken = index
                left -= chance
                if left < 0:
                    break
        return taken


@cache
def _policy(path: str) -> Policy:
    return Policy.read(path)

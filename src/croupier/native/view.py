"""Views of native games at a seat's own decision: what kernels need at once, all else when it is asked for.

To describe a view takes longer than a kernel takes to search it. So the view is made of its root alone, a
state that agrees with it and tells nothing else; what a seat sees is read off that state, never off the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.interpreter.view import View, view_of

if TYPE_CHECKING:
    from croupier.native.game import NativeGame
    from croupier.native.search import Root


class KernelView(View):
    """A view from which kernels search; its other fields are worked out once somebody looks at one."""

    def __init__(self, game: NativeGame, root: Root, teams: tuple[tuple[int, ...], ...]) -> None:
        vars(self).update(game=game, seat=root.seat, to_move=root.seat, teams=teams, root=root)

    def __getattr__(self, name: str) -> Any:
        # Python comes here only for what the view does not have yet.
        if name.startswith("__"):
            raise AttributeError(name)
        vars(self).update({**vars(view_of(self.root.state(self.game), self.seat)), **vars(self)})
        # A state that only agrees with the view is of no use to anybody: it is not left in memory.
        self.root.code.context.owner = None
        try:
            return vars(self)[name]
        except KeyError:
            raise AttributeError(f"a view has no {name}") from None

    @property
    def option_count(self) -> int:
        """How many options the seat has, without describing them."""
        return int(self.root.options)

    def without_kernels(self) -> View:
        """The same view from which kernels cannot search."""
        return self._described().without_kernels()

    def _described(self) -> View:
        """The same as a plain view."""
        whole = View.__new__(View)
        _ = self.options
        vars(whole).update(vars(self))
        return whole

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._described() == (other._described() if isinstance(other, KernelView) else other)

    def __hash__(self) -> int:
        return hash(self._described())

    def __reduce__(self) -> Any:
        return self._described().__reduce_ex__(4)

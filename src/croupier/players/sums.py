"""What the options of a decision have come to so far: integers, added in any order."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.players.assessment import Assessment, Estimates


class Sums:
    """Visits and points of every option at the root of a search, for a seat and its partners."""

    __slots__ = (
        "knows_squares",
        "partners",
        "point_squares",
        "points",
        "seats",
        "squares",
        "totals",
        "visits",
    )

    def __init__(self, options: int, seats: int, partners: tuple[int, ...]) -> None:
        self.seats = seats
        self.partners = partners
        """The seats whose points the chooser adds up: its own, and those of its team."""
        self.visits = [0] * options
        self.points = [[0] * seats for _ in range(options)]
        """The points of every option for every seat."""
        self.point_squares = [[0] * seats for _ in range(options)]
        """The squares of these, try by try."""
        self.knows_squares = True
        self.totals = [0] * options
        """Those of the partners together."""
        self.squares = [0] * options
        """The squares of those of the partners together."""

    def add(self, option: int, points: Sequence[int]) -> None:
        """An option was tried, and this is what the seats got."""
        self.visits[option] += 1
        of_option, squares = self.points[option], self.point_squares[option]
        for seat, got in enumerate(points):
            of_option[seat] += got
            squares[seat] += got * got
        together = sum(points[seat] for seat in self.partners)
        self.totals[option] += together
        self.squares[option] += together * together

    def inherit(
        self, option: int, visits: int, points: Sequence[int], squares: Sequence[int] | None = None
    ) -> None:
        """An option was tried before, so often, with these points altogether, and squares if known."""
        self.knows_squares &= squares is not None
        self.visits[option] += visits
        for seat, got in enumerate(points):
            self.points[option][seat] += got
        for seat, square in enumerate(squares or ()):
            self.point_squares[option][seat] += square
        self.totals[option] += sum(points[seat] for seat in self.partners)

    def add_rows(self, rows: Sequence[Sequence[int]]) -> None:
        """What a kernel has found: visits, squares, points and their squares by seat, of every option."""
        for option, (visits, squares, *points) in enumerate(rows):
            self.inherit(option, visits, points[: self.seats], points[self.seats :])
            self.squares[option] += squares

    def estimates(self, unit: int) -> Estimates:
        """The mean reward of every seat after every option.

        An option that was never tried gets the mean of all that were; ½ if there are none.
        """
        tried = sum(self.visits)
        usual = tuple(
            float(sum(points[seat] for points in self.points)) / float(tried * unit) if tried else 0.5
            for seat in range(self.seats)
        )
        return tuple(
            tuple(float(got) / float(n * unit) for got in points) if n else usual
            for n, points in zip(self.visits, self.points, strict=True)
        )

    def mean_squares(self, unit: int) -> Estimates:
        """The mean of the squared rewards of every seat after every option; that of the mean, if untried."""
        return tuple(
            tuple(float(square) / float(n * unit * unit) for square in squares)
            if n
            else tuple(mean * mean for mean in means)
            for n, squares, means in zip(self.visits, self.point_squares, self.estimates(unit), strict=True)
        )

    def assessment(self, choice: int, unit: int, done: int, line: tuple[str, ...] = ()) -> Assessment:
        """What there is to say about the decision after so many iterations."""
        squares = self.mean_squares(unit) if self.knows_squares else None
        return Assessment(choice, self.estimates(unit), tuple(self.visits), done, squares, line)

    def highest(self) -> int:
        """The option with the most points, the first of equals; for options that were tried equally often."""
        return self.totals.index(max(self.totals))

    def most_tried(self) -> int:
        """The option tried most often; among equals the one with more points, then the first."""
        return max(range(len(self.visits)), key=lambda i: (self.visits[i], self.totals[i], -i))


def partners(seat: int, teams: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A seat and those who play with it.

    >>> partners(1, ((0, 2), (1, 3)))
    (1, 3)
    >>> partners(1, ())
    (1,)
    """
    return next((tuple(team) for team in teams if seat in team), (seat,))

"""Values from outside for the constants of a program: what every language says when it cannot take one."""

from croupier.text.errors import CroupierError


class ParameterError(CroupierError, ValueError):
    """A value that a program cannot be started with; the message says what is possible."""

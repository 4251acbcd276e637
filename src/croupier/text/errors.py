"""The root of all errors that Croupier raises for its users to catch."""

from __future__ import annotations


class CroupierError(Exception):
    """Something that a user of Croupier did, gave or met; the message says what, in words for people."""

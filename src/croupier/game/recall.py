"""What a seat has seen so far, as a short key: its views one after the other, and its own choices.

Whoever solves a game and whoever plays by the solution make the same keys, each from the views that it is
given. Two histories have the same key if the seat could not tell one from the other by all it has seen.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol, runtime_checkable

NOTHING_SEEN = b""
"""The key before the first view."""


@runtime_checkable
class Fingerprinted(Protocol):
    """A view that has a fingerprint: the same for views that are equal, in every process."""

    def fingerprint(self, ignoring: tuple[str, ...] = ()) -> bytes:
        """All that it tells; some attributes of cards may count as not printed on them."""

    def option_keys(self, ignoring: tuple[str, ...] = ()) -> list[str]:
        """The keys of its options, if these attributes are not printed on the cards."""


def glance(view: Fingerprinted, ignoring: tuple[str, ...] = ()) -> bytes:
    """A short key of one view; some attributes of cards may count as not printed on them."""
    return blake2b(view.fingerprint(ignoring), digest_size=16).digest()


def after_glance(before: bytes, found: bytes) -> bytes:
    """The key after one more view, by the key of that view."""
    return blake2b(before + found, digest_size=16).digest()


def seen(before: bytes, view: Fingerprinted, ignoring: tuple[str, ...] = ()) -> bytes:
    """The key after one more view; some attributes of cards may count as not printed on them."""
    return after_glance(before, glance(view, ignoring))


def chose(before: bytes, key: str) -> bytes:
    """The key after a choice of one's own."""
    return blake2b(before + key.encode("utf-8", "replace"), digest_size=16).digest()

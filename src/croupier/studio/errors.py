"""What the studio refuses, in a word for programs and a sentence for people."""

from __future__ import annotations

from croupier.text.errors import CroupierError


class Refused(CroupierError):
    """A question that is answered with a sentence instead of what was asked for."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

"""Why something is not accepted."""

from __future__ import annotations


class Fault(Exception):  # noqa: N818 - a refusal is no error of the program
    """`sentence` says what is wrong and what to do; `code` is a word for programs and translations."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

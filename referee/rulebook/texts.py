"""Text that is in no language yet: templates, what is put into them, and the order on the page."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from referee.reason_texts import Reason
from referee.record import Number, RulingId

Translate: TypeAlias = Callable[[str], str]
"""A template in the reader's language, with the same blanks; ``str`` leaves it in English."""

Words: TypeAlias = str | Reason
"""What can be put into a sentence: a sentence part, or what is the same in every language."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Texts one after another, with marks between them that are no words."""

    parts: tuple["Text", ...]
    between: str = ""


@dataclass(frozen=True, slots=True)
class Starting:
    """Words with a capital at their beginning, in a language that has capitals."""

    words: Words


Text: TypeAlias = Words | Joined | Starting

_LINKS = {
    "and": "{first} and {last}",
    "or": "{first} or {last}",
    "then": "{first} then {last}",
    "and at the top": "{first} and at the top {last}",
    "before": "{first}, before {last}",
    ",": "{first}, {last}",
    ";": "{first}; {last}",
    "<": "{first} < {last}",
    ".": "{first} {last}",
}
"""How two words, or two sentences, are said one after another."""
_BLANK = re.compile(r"(?P<seat>seat )?\{(?P<name>\w+)\}")
_SEATS = frozenset({"other", "payer", "source", "to"})
"""Blanks of the score's lines for a seat; in other languages the word for it is not in the template."""


def say(template: str, **parameters: Words | int) -> Reason:
    """A sentence, or a part of one, with what is put into it.

    >>> str(say("{number} cards", number=5))
    '5 cards'
    """
    return Reason(template, parameters)


def linked(words: Sequence[Words], link: str) -> Words:
    """Words or sentences with the same between any two of them; those that say nothing are left out.

    >>> str(linked(["straight", "flush", "full house"], "<"))
    'straight < flush < full house'
    """
    said = [word for word in words if word]
    return reduce(lambda first, last: say(_LINKS[link], first=first, last=last), said) if said else ""  # fmt: skip


def listed(words: Sequence[Words], link: str = "and") -> Words:
    """Words in a row.

    >>> str(listed(["pairs", "triples", "flushes"], "or"))
    'pairs, triples or flushes'
    """
    return linked([linked(words[:-1], ","), *words[-1:]], link)


def sentences(*said: Words) -> Words:
    """One sentence after the other."""
    return linked(said, ".")


def cited(rule: RulingId) -> Words:
    """A ruling in brackets, where there is one."""
    return say("({rule})", rule=rule) if rule else ""


def figure(number: Number) -> Words:
    """A number without a fraction that says nothing.

    >>> [str(figure(number)) for number in (2.0, 2.5, 13)]
    ['2', '2.5', '13']
    """
    return _decimal(f"{number:.12g}") if isinstance(number, float) else str(number)


def in_words(text: Text, translate: Translate) -> str:
    """The text in a language.

    >>> german = {"{first} or {last}": "{first} oder {last}", "a pair": "ein Paar"}
    >>> in_words(Starting(listed([say("a pair"), "`2S`"], "or")), lambda said: german[said])
    'Ein Paar oder `2S`'
    """
    if isinstance(text, str):
        return text
    if isinstance(text, Reason):
        return _filled(text, translate)
    if isinstance(text, Joined):
        return text.between.join([in_words(part, translate) for part in text.parts])
    words = in_words(text.words, translate)
    return words[:1].upper() + words[1:]


def _filled(reason: Reason, translate: Translate) -> str:
    def said(blank: re.Match[str]) -> str:
        value, before = reason.parameters[blank["name"]], blank["seat"] or ""
        if blank["name"] in _SEATS and not before:
            value = say("seat {number}", number=str(value))
        words = value if isinstance(value, str | Reason) else _number(value)
        return before + in_words(words, translate)

    template = translate(reason.template)
    return _BLANK.sub(said, template) if reason.parameters else template


def _number(number: Number) -> Words:
    return _decimal(str(number)) if number >= 0 else say("-{number}", number=_decimal(str(-number)))


def _decimal(text: str) -> Words:
    whole, _, fraction = text.partition(".")
    return say("{whole}.{fraction}", whole=whole, fraction=fraction) if fraction else text

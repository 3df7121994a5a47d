"""Text before translation: templates, their parameters, and their order on the page."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from referee.reason_texts import Reason
from referee.record import Number, RulingId

Translate: TypeAlias = Callable[[str], str]
"""Translates a template, keeping its blanks; ``str`` leaves it in English."""

Words: TypeAlias = str | Reason
"""A parameter of a sentence: a part to be translated, or text that is equal in every language."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Texts one after another, with a separator that needs no translation."""

    parts: tuple["Text", ...]
    between: str = ""


@dataclass(frozen=True, slots=True)
class Capitalized:
    """Words to be printed with a capital first letter, where the language has capitals."""

    words: Words


Text: TypeAlias = Words | Joined | Capitalized

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
"""Templates that join two words or sentences."""
_BLANK = re.compile(r"(?P<seat>seat )?\{(?P<name>\w+)\}")
_SEATS = frozenset({"other", "payer", "source", "to"})
"""Blanks of score lines that hold a seat; translations leave the word "seat" out of the template."""


def say(template: str, **parameters: Words | int) -> Reason:
    """Return a sentence, or a part of one, with its parameters.

    >>> str(say("{number} cards", number=5))
    '5 cards'
    """
    return Reason(template, parameters)


def linked(words: Sequence[Words], link: str) -> Words:
    """Return the words or sentences joined by one link, leaving out empty ones.

    >>> str(linked(["straight", "flush", "full house"], "<"))
    'straight < flush < full house'
    """
    nonempty = [word for word in words if word]
    return (
        reduce(lambda first, last: say(_LINKS[link], first=first, last=last), nonempty)
        if nonempty
        else ""
    )


def listed(words: Sequence[Words], link: str = "and") -> Words:
    """Return the words as a list in running text.

    >>> str(listed(["pairs", "triples", "flushes"], "or"))
    'pairs, triples or flushes'
    """
    return linked([linked(words[:-1], ","), *words[-1:]], link)


def sentences(*texts: Words) -> Words:
    """Return the sentences one after another."""
    return linked(texts, ".")


def cited(rule: RulingId) -> Words:
    """Return a ruling in brackets; empty if there is none."""
    return say("({rule})", rule=rule) if rule else ""


def number_text(number: Number) -> Words:
    """Return a number without a meaningless fraction.

    >>> [str(number_text(number)) for number in (2.0, 2.5, 13)]
    ['2', '2.5', '13']
    """
    return _decimal(f"{number:.12g}") if isinstance(number, float) else str(number)


def render(text: Text, translate: Translate) -> str:
    """Return the text in the language of ``translate``.

    >>> german = {"{first} or {last}": "{first} oder {last}", "a pair": "ein Paar"}
    >>> render(Capitalized(listed([say("a pair"), "`2S`"], "or")), lambda template: german[template])
    'Ein Paar oder `2S`'
    """
    if isinstance(text, str):
        return text
    if isinstance(text, Reason):
        return _filled(text, translate)
    if isinstance(text, Joined):
        return text.between.join([render(part, translate) for part in text.parts])
    words = render(text.words, translate)
    return words[:1].upper() + words[1:]


def _filled(reason: Reason, translate: Translate) -> str:
    def filled_blank(blank: re.Match[str]) -> str:
        value, before = reason.parameters[blank["name"]], blank["seat"] or ""
        if blank["name"] in _SEATS and not before:
            value = say("seat {number}", number=str(value))
        words = value if isinstance(value, str | Reason) else _number(value)
        return before + render(words, translate)

    template = translate(reason.template)
    return _BLANK.sub(filled_blank, template) if reason.parameters else template


def _number(number: Number) -> Words:
    return _decimal(str(number)) if number >= 0 else say("-{number}", number=_decimal(str(-number)))


def _decimal(text: str) -> Words:
    whole, _, fraction = text.partition(".")
    return say("{whole}.{fraction}", whole=whole, fraction=fraction) if fraction else text

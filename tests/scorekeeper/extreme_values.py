"""Values at and beyond every bound of what may be sent, and what of a form or a body takes their place."""

from collections.abc import Iterator
from typing import Any

DATES = (
    "0001-01-01",
    "1899-12-31",
    "1900-01-01",
    "2199-12-31",
    "9998-12-31",
    "9999-12-01",
    "9999-12-31",
)
NUMBERS = (0, -1, 2**15, 2**31, 2**53, 2**63, 10**30, -(10**30), 1e308, 0.1)
TEXTS = (
    "", " ", "\0", "\u200b", "\u202eAnn", "a\u2066b", "\ufeff", "\x1b[2J", "Zoe\u0308", "\uff21nn", "x" * 300, "x" * 30_000,
    "1e999", "NaN", "\U0010ffff", "\u3164",
)  # fmt: skip
SURROGATE = "\ud800"  # can be written in JSON only
VALUES = (*DATES, *NUMBERS, *TEXTS, SURROGATE, None, True, [], {}, [[]] * 50)


def variations(body: Any) -> Iterator[Any]:
    """Yield the body with each of its values, at any depth, replaced by each of the extreme ones."""
    if isinstance(body, dict):
        for key, value in body.items():
            for other in (*variations(value), *VALUES):
                yield {**body, key: other}
    elif isinstance(body, list):
        for place, value in enumerate(body[:1]):
            for other in (*variations(value), *VALUES):
                yield [*body[:place], other, *body[place + 1 :]]

"""Values at and beyond every bound of what may be sent, and what of a form or a body takes their place."""

from collections.abc import Iterator
from typing import Any

DATES = ("0001-01-01", "1899-12-31", "2199-12-31", "9998-12-31", "9999-12-31")
NUMBERS = (-1, 2**31, 2**63, 10**30, 1e308)
TEXTS = ("", "\0", "\u200b", "\u202eAnn", "Zoe\u0308", "x" * 30_000)
SURROGATE = "\ud800"  # half of a pair, which can be written in JSON only
VALUES = (
    DATES[0],
    DATES[-1],
    -1,
    2**63,
    1e308,
    "\0",
    "\u202eAnn",
    "x" * 30_000,
    SURROGATE,
    None,
    [],
)


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

"""Digests of what a player's line was counted from: sums, so that a session is exchanged without reading the others."""

from collections.abc import Iterable

_MODULUS = 2**256
_SUM, _HASH = "sum256:", "sha256:"


def is_sum(digest: str) -> bool:
    """Return whether a digest can be changed by `exchange`; those that earlier releases stored cannot."""
    return digest.startswith(_SUM)


def exchange(digest: str, removed: Iterable[str], added: Iterable[str]) -> str:
    """Return the digest with some of its parts replaced by others; the order of the parts makes no difference.

    >>> one, two = "sha256:" + "0f" * 32, "sha256:" + "f0" * 32
    >>> exchange(total([one, two]), [one], []) == total([two])
    True
    """
    number = (
        int(digest.removeprefix(_SUM), 16) + sum(map(_number, added)) - sum(map(_number, removed))
    )
    return f"{_SUM}{number % _MODULUS:064x}"


def total(parts: Iterable[str]) -> str:
    """Return the digest of these parts, which are SHA-256 digests."""
    return exchange(f"{_SUM}0", (), parts)


def _number(part: str) -> int:
    return int(part.removeprefix(_HASH), 16)

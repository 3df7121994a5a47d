"""A session with its whole history, as one installation gives it to another or to anybody: ``session-bundle/1``.

Read here from JSON into chains of revisions; whether they are true is another question.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from referee.digests import canonical
from referee.record import Json, MalformedError

BUNDLE = "session-bundle/1"

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Revision:
    """One version of what was written down, as it was sealed."""

    id: str
    number: int
    kind: str
    cause: str
    by: str
    at: datetime
    reason: str
    content: Mapping[str, Json]
    text: Mapping[str, Json]
    text_salt: str  # empty: the words were erased
    text_digest: str
    previous_digest: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Chain:
    """Every version of a session or a hand, the first one first."""

    where: str  # path of its owner in the bundle
    of: Mapping[str, str | int]  # what it is a chain of, as it stands in the digests
    head: str  # the digest of the version in force
    revisions: tuple[Revision, ...]
    cited: tuple[tuple[str, str], ...] = ()  # revisions that other facts name: path and id


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """A session's chain, those of its hands in order, and what the service made of them."""

    session: Chain
    hands: tuple[Chain, ...]
    positions: tuple[int, ...]
    players: tuple[str, ...]  # ids
    words_erased: bool  # was a player erased who ever sat here?
    adjudication: Mapping[str, Json]


def read_bundle(value: Json) -> Bundle:
    """The bundle in a JSON value.  Raises MalformedError with a path where it has not the form of one."""
    top = _object(value, "")
    try:
        canonical(value).encode()
    except ValueError as error:  # 1e999, half of a surrogate pair: no digest was ever made of these
        raise MalformedError("unreadable", "", f"This is no JSON to be sealed: {error}.") from error
    if top.get("format") != BUNDLE:
        message = f"This is no {BUNDLE}: its format is {top.get('format')!r}."
        raise MalformedError("unknown-format", "format", message)
    club = _text(top, "club", "")
    session = _object(top.get("session"), "session")
    named = {"club": club, "session": _text(session, "id", "session")}
    hands = _each(top, "hands", "", _object)
    players = _each(top, "players", "", _object)
    return Bundle(
        session=_chain(session, "session", named),
        hands=tuple(_hand(hand, f"hands[{place}]", named) for place, hand in enumerate(hands)),
        positions=tuple(
            _number(hand, "position", f"hands[{place}]") for place, hand in enumerate(hands)
        ),
        players=tuple(
            _text(player, "id", f"players[{place}]") for place, player in enumerate(players)
        ),
        words_erased=session.get("words_erased") is True,
        adjudication=_object(top.get("adjudication"), "adjudication"),
    )


def _hand(hand: Mapping[str, Json], where: str, named: Mapping[str, str]) -> Chain:
    position = _number(hand, "position", where)
    return _chain(hand, where, {**named, "hand": _text(hand, "id", where), "position": position})


def _chain(owner: Mapping[str, Json], where: str, of: Mapping[str, str | int]) -> Chain:
    return Chain(
        where=where,
        of=of,
        head=_text(owner, "head", where),
        revisions=_each(owner, "revisions", where, _revision),
        cited=tuple(_cited(owner, where)),
    )


def _cited(owner: Mapping[str, Json], where: str) -> Sequence[tuple[str, str]]:
    """The revisions that confirmations, comments, disputes and rulings are about."""
    found: list[tuple[str, str]] = []
    for key in ("confirmations", "comments", "disputes"):
        facts = _each(owner, key, where, _object) if key in owner else ()
        for place, fact in enumerate(facts):
            path = f"{where}.{key}[{place}]"
            found.append((f"{path}.revision", _text(fact, "revision", path)))
            if fact.get("ruling") is not None:
                ruling = _object(fact["ruling"], f"{path}.ruling")
                revision = _text(ruling, "revision", f"{path}.ruling")
                found.append((f"{path}.ruling.revision", revision))
    return found


def _revision(value: Json, where: str) -> Revision:
    said = _object(value, where)
    return Revision(
        id=_text(said, "id", where),
        number=_number(said, "number", where),
        kind=_text(said, "kind", where),
        cause=_text(said, "cause", where),
        by=_text(said, "by", where),
        at=_moment(said, "at", where),
        reason=_text(said, "reason", where),
        content=_object(said.get("content"), f"{where}.content"),
        text=_object(said.get("text"), f"{where}.text"),
        text_salt=_text(said, "text_salt", where),
        text_digest=_text(said, "text_digest", where),
        previous_digest=_text(said, "previous_digest", where),
        digest=_text(said, "digest", where),
    )


def _each(
    owner: Mapping[str, Json], key: str, where: str, read: Callable[[Json, str], T]
) -> tuple[T, ...]:
    path, values = _path(where, key), owner.get(key)
    if not isinstance(values, list):
        raise _malformed(path, "a list")
    return tuple(read(value, f"{path}[{place}]") for place, value in enumerate(values))


def _object(value: Json, where: str) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise _malformed(where, "an object")
    return value


def _text(owner: Mapping[str, Json], key: str, where: str) -> str:
    value = owner.get(key)
    if not isinstance(value, str):
        raise _malformed(_path(where, key), "a text")
    return value


def _number(owner: Mapping[str, Json], key: str, where: str) -> int:
    value = owner.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _malformed(_path(where, key), "a whole number")
    return value


def _moment(owner: Mapping[str, Json], key: str, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(_text(owner, key, where))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        example = "2026-03-01T19:30:00.000000+00:00"
        raise _malformed(_path(where, key), f"a moment with its zone, such as {example}")
    return moment


def _path(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _malformed(where: str, wanted: str) -> MalformedError:
    return MalformedError("unreadable", where, f"Here must be {wanted}.")

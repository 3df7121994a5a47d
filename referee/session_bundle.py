"""A session with its whole history, ``session-bundle/1``, as one installation exports it.

``read_bundle`` parses JSON into chains of revisions; ``referee.verification`` checks them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from referee.digests import canonical
from referee.record import BUNDLE_FORMAT, Json, MalformedError

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class SealedRevision:
    """One version of a session or a hand as it was sealed."""

    id: str
    number: int
    kind: str
    cause: str
    by: str
    at: datetime
    reason: str
    content: Mapping[str, Json]
    text: Mapping[str, Json]
    text_salt: str  # empty once the text is erased
    text_digest: str
    previous_digest: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class RevisionChain:
    """All versions of a session or a hand, oldest first."""

    where: str  # the path of the session or hand in the bundle
    subject: Mapping[str, str | int]  # the ids of the session or hand, as in the digests
    head: str  # the digest of the latest revision
    revisions: tuple[SealedRevision, ...]
    cited: tuple[tuple[str, str], ...] = ()  # path and id of revisions that other facts name


@dataclass(frozen=True, kw_only=True)
class SessionBundle:
    """A session's chain, the chains of its hands in order, and the service's adjudication."""

    session: RevisionChain
    hands: tuple[RevisionChain, ...]
    positions: tuple[int, ...]
    players: tuple[str, ...]  # ids
    words_erased: bool  # whether any player of this session was erased
    adjudication: Mapping[str, Json]


def read_bundle(value: Json) -> SessionBundle:
    """Return the bundle in a JSON value.  Raises MalformedError with a path where its form is wrong."""
    bundle = _object(value, "")
    try:
        canonical(value).encode()
    except ValueError as error:  # such as 1e999 or half of a surrogate pair, which have no digest
        raise MalformedError("unreadable", "", f"This is no JSON to be sealed: {error}.") from error
    if bundle.get("format") != BUNDLE_FORMAT:
        message = f"This is no {BUNDLE_FORMAT}: its format is {bundle.get('format')!r}."
        raise MalformedError("unknown-format", "format", message)
    club = _text(bundle, "club", "")
    session = _object(bundle.get("session"), "session")
    subject = {"club": club, "session": _text(session, "id", "session")}
    hands = _list(bundle, "hands", "", _object)
    players = _list(bundle, "players", "", _object)
    return SessionBundle(
        session=_chain(session, "session", subject),
        hands=tuple(_hand(hand, f"hands[{place}]", subject) for place, hand in enumerate(hands)),
        positions=tuple(
            _number(hand, "position", f"hands[{place}]") for place, hand in enumerate(hands)
        ),
        players=tuple(
            _text(player, "id", f"players[{place}]") for place, player in enumerate(players)
        ),
        words_erased=session.get("words_erased") is True,
        adjudication=_object(bundle.get("adjudication"), "adjudication"),
    )


def _hand(hand: Mapping[str, Json], where: str, subject: Mapping[str, str]) -> RevisionChain:
    position = _number(hand, "position", where)
    return _chain(hand, where, {**subject, "hand": _text(hand, "id", where), "position": position})


def _chain(owner: Mapping[str, Json], where: str, of: Mapping[str, str | int]) -> RevisionChain:
    return RevisionChain(
        where=where,
        subject=of,
        head=_text(owner, "head", where),
        revisions=_list(owner, "revisions", where, _revision),
        cited=tuple(_cited_revisions(owner, where)),
    )


def _cited_revisions(owner: Mapping[str, Json], where: str) -> Sequence[tuple[str, str]]:
    """Return the path and id of every revision that confirmations, comments, variations, disputes and rulings name."""
    cited: list[tuple[str, str]] = []
    for key in ("confirmations", "comments", "variations", "disputes"):
        facts = _list(owner, key, where, _object) if key in owner else ()
        for place, fact in enumerate(facts):
            path = f"{where}.{key}[{place}]"
            cited.append((f"{path}.revision", _text(fact, "revision", path)))
            if fact.get("ruling") is not None:
                ruling = _object(fact["ruling"], f"{path}.ruling")
                revision = _text(ruling, "revision", f"{path}.ruling")
                cited.append((f"{path}.ruling.revision", revision))
    return cited


def _revision(value: Json, where: str) -> SealedRevision:
    revision = _object(value, where)
    return SealedRevision(
        id=_text(revision, "id", where),
        number=_number(revision, "number", where),
        kind=_text(revision, "kind", where),
        cause=_text(revision, "cause", where),
        by=_text(revision, "by", where),
        at=_moment(revision, "at", where),
        reason=_text(revision, "reason", where),
        content=_object(revision.get("content"), f"{where}.content"),
        text=_object(revision.get("text"), f"{where}.text"),
        text_salt=_text(revision, "text_salt", where),
        text_digest=_text(revision, "text_digest", where),
        previous_digest=_text(revision, "previous_digest", where),
        digest=_text(revision, "digest", where),
    )


def _list(
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

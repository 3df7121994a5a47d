"""The facts in an exported session or club under the names that the journal has for them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from referee.record import Json

ARCHIVE_FORMAT = "club-archive/1"

_KINDS_IN_MANIFEST = {
    "membership_changes": "membership change",
    "players": "player",
    "seasons": "season",
    "plans": "scoring plan",
    "merges": "player merge",
}


@dataclass(frozen=True, kw_only=True)
class BundledFact:
    """A fact in a bundle or manifest: its path, its kind and id in the journal, and its values.

    ``values`` are the fact as it is written there, with the ids of what it belongs to.

    >>> import referee
    >>> club, player = referee.facts_in_manifest({"club": {"id": "c1"}, "players": [{"id": "p1", "name": "Ann"}]})
    >>> player.where, player.kind, player.subject, player.values
    ('players[0]', 'player', 'p1', {'id': 'p1', 'name': 'Ann', 'club': 'c1'})
    """

    where: str
    kind: str
    subject: str
    values: Mapping[str, Json]


def facts_in(bundle: Mapping[str, Json]) -> Iterator[BundledFact]:
    """Yield every fact of a ``session-bundle/1`` that the journal has an entry of.

    >>> import referee
    >>> hand = {"id": "h1", "revisions": [{"id": "r2"}], "confirmations": [{"id": "k1", "seat": 2}]}
    >>> bundle = {"club": "c1", "session": {"id": "s1", "revisions": [{"id": "r1"}]}, "hands": [hand]}
    >>> [(fact.kind, fact.subject) for fact in referee.facts_in(bundle)]
    [('session', 's1'), ('session revision', 'r1'), ('hand', 'h1'), ('hand revision', 'r2'), ('confirmation', 'k1')]
    """
    club, session = bundle.get("club"), _object(bundle.get("session"))
    yield _fact("session", "session", session, club=club)
    yield from _revisions(session, "session", "session revision", club)
    for where, hand in _objects(bundle, "hands", ""):
        yield _fact(where, "hand", hand, club=club, session=session.get("id"))
        yield from _revisions(hand, where, "hand revision", club)
        within = {"club": club, "hand": hand.get("id")}
        for key, kind in (("confirmations", "confirmation"), ("transcripts", "transcript")):
            for path, row in _objects(hand, key, where):
                yield _fact(path, kind, row, **within)
        for path, comment in _objects(hand, "comments", where):
            yield _fact(path, "comment", comment, **within)
            yield from _outcomes(path, comment, "comment", removal="comment removal")
        for path, variation in _objects(hand, "variations", where):
            yield _fact(path, "hand variation", variation, **within)
            yield from _outcomes(path, variation, "variation", removal="variation removal")
        for path, dispute in _objects(hand, "disputes", where):
            yield _fact(path, "dispute", dispute, **within)
            yield from _about_dispute(path, dispute, club)


def facts_in_manifest(manifest: Mapping[str, Json]) -> Iterator[BundledFact]:
    """Yield every fact of the manifest of a ``club-archive/1`` that the journal has an entry of.

    >>> import referee
    >>> manifest = {"club": {"id": "c1"}, "seasons": [{"id": "n1"}], "erasures": [{"player": "p7"}]}
    >>> [(fact.kind, fact.subject) for fact in referee.facts_in_manifest(manifest)]
    [('club', 'c1'), ('season', 'n1'), ('erasure', 'p7')]
    """
    club = _object(manifest.get("club"))
    yield _fact("club", "club", club)
    for key, kind in _KINDS_IN_MANIFEST.items():
        for where, row in _objects(manifest, key, ""):
            yield _fact(where, kind, row, club=club.get("id"))
            yield from _outcomes(where, row, "merge", reversal="merge reversal")
    for where, row in _objects(manifest, "erasures", ""):
        values = {**row, "club": club.get("id")}
        yield BundledFact(
            where=where, kind="erasure", subject=str(row.get("player")), values=values
        )


def _about_dispute(where: str, dispute: Mapping[str, Json], club: Json) -> Iterator[BundledFact]:
    within = {"club": club, "dispute": dispute.get("id")}
    for path, statement in _objects(dispute, "statements", where):
        yield _fact(path, "dispute statement", statement, **within)
    ruling = dispute.get("ruling")
    if ruling is not None:
        yield _fact(f"{where}.ruling", "ruling", _object(ruling), **within)
    yield from _outcomes(where, dispute, "dispute", withdrawal="withdrawal")


def _revisions(
    owner: Mapping[str, Json], where: str, kind: str, club: Json
) -> Iterator[BundledFact]:
    for path, revision in _objects(owner, "revisions", where):
        yield _fact(path, kind, revision, club=club)


def _outcomes(where: str, of: Mapping[str, Json], name: str, **kinds: str) -> Iterator[BundledFact]:
    """Yield the outcome of a comment, variation or dispute, which has no id but that of its subject."""
    for key, kind in kinds.items():
        outcome = of.get(key)
        if outcome is not None:
            values = {**_object(outcome), name: of.get("id")}
            yield BundledFact(
                where=f"{where}.{key}", kind=kind, subject=str(of.get("id")), values=values
            )


def _fact(where: str, kind: str, row: Mapping[str, Json], **within: Json) -> BundledFact:
    return BundledFact(where=where, kind=kind, subject=str(row.get("id")), values={**row, **within})


def _objects(
    owner: Mapping[str, Json], key: str, where: str
) -> Iterator[tuple[str, Mapping[str, Json]]]:
    rows = owner.get(key)
    for place, row in enumerate(rows if isinstance(rows, list) else []):
        yield f"{where}.{key}[{place}]" if where else f"{key}[{place}]", _object(row)


def _object(value: Json) -> Mapping[str, Json]:
    return cast("Mapping[str, Json]", value) if isinstance(value, dict) else {}

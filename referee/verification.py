"""Check an exported session offline: its digests, and its verdicts by judging again.

This finds what was changed after it was sealed.  It cannot find a bundle whose whole history was made anew; only a head
digest published at the time excludes that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, cast

from referee.bundled_facts import ARCHIVE_FORMAT
from referee.carried_state import Carried
from referee.chain_verification import VerificationProblem, chain_problems, order_problems
from referee.digests import canonical
from referee.journal_file import JOURNAL_FORMAT, read_journal
from referee.journal_verification import journal_problems, manifest_problems
from referee.later_proofs import with_former_wording
from referee.match_totals import winners
from referee.parsing import parse_record
from referee.readjudication import readjudicate_hand
from referee.record import Json, MalformedError, SessionRecord, to_json
from referee.revision_content import Parts, join_hand, join_session
from referee.rules import Rules
from referee.session_bundle import RevisionChain, SessionBundle, read_bundle
from referee.variants import rules_for

VERIFICATION_FORMAT = "verification/1"


class VerificationNote(NamedTuple):
    """What could not be checked although nothing is wrong.  Codes are public API: add, never rename."""

    code: str
    message: str


NO_JOURNAL = VerificationNote(
    "no-journal",
    "This has no journal, as files of early releases: only versions, verdicts and scores are proved to be unchanged, and "
    "not confirmations, comments, disputes, rulings and whatever else the journal seals.",
)


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What was found by checking an exported session, a manifest or a journal.

    ``revisions`` and ``hands`` are how many were checked; ``notes`` say what could not be checked though nothing is wrong.

    >>> import referee
    >>> found = referee.verify({"format": "club-journal/1", "club": "c1", "entries": []})
    >>> found.ok, found.problems, found.as_json()["hands"]
    (True, (), 0)
    """

    revisions: int
    hands: int
    problems: tuple[VerificationProblem, ...]
    notes: tuple[VerificationNote, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every digest is correct, and the referee judges the same again."""
        return not self.problems

    def as_json(self) -> dict[str, Json]:
        """Return the ``verification/1`` JSON."""
        return {
            "format": VERIFICATION_FORMAT,
            "ok": self.ok,
            "revisions": self.revisions,
            "hands": self.hands,
            "problems": [problem._asdict() for problem in self.problems],
            "notes": [note._asdict() for note in self.notes],
        }


def verify(value: Json) -> Verification:
    """Check every digest, link and number of a ``session-bundle/1``, and judge its hands again.

    Of the manifest of a ``club-archive/1``, check the facts against the journal; of a ``club-journal/1``, the chain.  A
    bundle or manifest without a journal gets a note.

    >>> import referee
    >>> session = {"id": "s1", "head": referee.sha256("some other history"), "revisions": []}
    >>> bundle = {"format": "session-bundle/1", "club": "c1", "session": session, "hands": [], "players": [], "adjudication": {}}
    >>> [(problem.code, problem.where) for problem in referee.verify(bundle).problems]
    [('no-revision', 'session.revisions'), ('cannot-be-judged', '')]

    Raises MalformedError where the value has the form of none of them.
    """
    if isinstance(value, dict) and value.get("format") == ARCHIVE_FORMAT:
        return Verification(
            revisions=0, hands=0, problems=tuple(manifest_problems(value)), notes=_notes(value)
        )
    if isinstance(value, dict) and value.get("format") == JOURNAL_FORMAT:
        return Verification(revisions=0, hands=0, problems=read_journal(value).problems)
    bundle = read_bundle(value)
    chains = (bundle.session, *bundle.hands)
    problems = [
        *(problem for chain in chains for problem in chain_problems(chain, bundle)),
        *order_problems(bundle),
        *_verdict_problems(bundle),
        *journal_problems(cast("dict[str, Json]", value)),
    ]
    return Verification(
        revisions=sum(len(chain.revisions) for chain in chains),
        hands=len(bundle.hands),
        problems=tuple(problems),
        notes=_notes(value),
    )


def _notes(value: Json) -> tuple[VerificationNote, ...]:
    return () if isinstance(value, dict) and "journal" in value else (NO_JOURNAL,)


def _verdict_problems(bundle: SessionBundle) -> Iterator[VerificationProblem]:
    """Yield differences between the bundle's adjudication and that of this referee."""
    recorded = bundle.adjudication
    try:
        computed = _readjudicated(bundle)
    except MalformedError as error:
        message = f"This cannot be judged: {error.message} ({error.code})"
        yield VerificationProblem(error.where, "cannot-be-judged", message)
        return
    hands = recorded.get("hands")
    if not isinstance(hands, list) or len(hands) != len(computed["hands"]):
        message = f"There are {len(computed['hands'])} hands, but the adjudication has another number of them."
        yield VerificationProblem("adjudication.hands", "other-result", message)
        hands = []
    for place, (computed_hand, recorded_hand) in enumerate(
        zip(computed["hands"], hands, strict=False)
    ):
        yield from _hand_problems(computed_hand, recorded_hand, f"adjudication.hands[{place}]")
    codes = {"rules_digest": "other-rules", "totals": "other-totals"}
    for key in computed.keys() - {"hands"}:
        if _differs(computed[key], recorded.get(key)):
            message = f"{key} is {recorded.get(key)!r} in the bundle, but {computed[key]!r} by this referee."
            yield VerificationProblem(
                f"adjudication.{key}", codes.get(key, "other-result"), message
            )


def _hand_problems(
    computed: Mapping[str, Json], recorded: Json, where: str
) -> Iterator[VerificationProblem]:
    if not isinstance(recorded, dict):
        yield VerificationProblem(where, "other-result", "This is no adjudication of a hand.")
        return
    computed = with_former_wording(computed, recorded)
    events = recorded.get("events")
    if not isinstance(events, list) or len(events) != len(computed["events"]):
        yield VerificationProblem(f"{where}.events", "other-verdict", "Not every event was judged.")
        events = []
    for place, (computed_event, recorded_event) in enumerate(
        zip(computed["events"], events, strict=False)
    ):
        if _differs(computed_event, recorded_event):
            verdict = recorded_event.get("verdict") if isinstance(recorded_event, dict) else None
            message = f"{computed_event['text']!r} is {computed_event['verdict']} by this referee; the bundle says {verdict}, or gives another reason."
            yield VerificationProblem(f"{where}.events[{place}]", "other-verdict", message)
    for key in sorted((computed.keys() | recorded.keys()) - {"events"}):
        if _differs(computed.get(key), recorded.get(key)):
            message = f"{key} is {recorded.get(key)!r} in the bundle, but {computed.get(key)!r} by this referee."
            yield VerificationProblem(f"{where}.{key}", "other-result", message)


def _readjudicated(bundle: SessionBundle) -> dict[str, Json]:
    """Return the ``adjudication/1`` of the latest revisions."""
    if not all(chain.revisions for chain in (bundle.session, *bundle.hands)):
        raise MalformedError("unreadable", "", "A chain has no revision.")
    session = join_session(_parts(bundle.session))
    record = parse_record({**session, "hands": []})
    recorded = bundle.adjudication
    rules = _rules_of(record, recorded)
    carried = Carried.first(record)
    answers: list[Json] = []
    for place, hand in enumerate(bundle.hands):
        own = _own_digest(recorded, place)
        judged_by = _rules_of(record, own or recorded)
        try:
            judged = readjudicate_hand(judged_by, join_hand(_parts(hand)), carried)
        except MalformedError as error:
            raise error.within(hand.where) from None
        answers.append(judged.as_json() | ({"rules_digest": judged_by.digest} if own else {}))
        carried = judged.carried_out
    return {
        "variant": rules.variant,
        "rules_digest": rules.digest,
        "hands": answers,
        "totals": None if carried.totals is None else list(carried.totals),
        "over": carried.over,
        "winners": list(winners(rules, carried)) if carried.over else [],
    }


def _rules_of(record: SessionRecord, judged: Mapping[str, Json]) -> Rules:
    """Return the rules of a session in the edition under which it, or one of its hands, was judged."""
    digest = judged.get("rules_digest")
    return rules_for(
        record.variant, record.house_rules, digest=digest if isinstance(digest, str) else None
    )


def _own_digest(recorded: Mapping[str, Json], place: int) -> Mapping[str, Json]:
    """Return the digest of the rules of a hand, where the adjudication has one that is not the session's."""
    hands = recorded.get("hands")
    hand = hands[place] if isinstance(hands, list) and place < len(hands) else None
    return {key: hand[key] for key in ("rules_digest",) if isinstance(hand, dict) and key in hand}


def _parts(chain: RevisionChain) -> Parts:
    head = chain.revisions[-1]
    return Parts(dict(head.content), dict(head.text))


def _differs(computed: Json, recorded: Json) -> bool:
    return canonical(to_json(computed)) != canonical(recorded)

"""Check an exported session offline: its digests, and its verdicts by judging again.

This finds what was changed after it was sealed.  It cannot find a bundle whose whole history was made anew; only a head
digest published at the time excludes that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.digests import NO_PREVIOUS_DIGEST, canonical, revision_digest, text_digest
from referee.match_totals import winners
from referee.parsing import parse_record
from referee.readjudication import readjudicate_hand
from referee.record import Carried, Json, MalformedError, to_json
from referee.revision_content import Parts, join_hand, join_session
from referee.session_bundle import RevisionChain, SealedRevision, SessionBundle, read_bundle
from referee.variants import rules_for

VERIFICATION_FORMAT = "verification/1"


class VerificationProblem(NamedTuple):
    """Something wrong in a bundle: its path, a code for programs, a message for people."""

    where: str
    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Verification:
    """The result of checking an exported session."""

    revisions: int
    hands: int
    problems: tuple[VerificationProblem, ...]

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
        }


def verify(value: Json) -> Verification:
    """Check every digest, link and number of a ``session-bundle/1``, and judge its hands again.

    Raises MalformedError where the value has not the form of a bundle.
    """
    bundle = read_bundle(value)
    chains = (bundle.session, *bundle.hands)
    problems = [
        *(problem for chain in chains for problem in _chain_problems(chain, bundle)),
        *_order_problems(bundle),
        *_verdict_problems(bundle),
    ]
    revisions = sum(len(chain.revisions) for chain in chains)
    return Verification(revisions=revisions, hands=len(bundle.hands), problems=tuple(problems))


def _chain_problems(chain: RevisionChain, bundle: SessionBundle) -> Iterator[VerificationProblem]:
    """Yield problems of one chain.

    Revisions count from 1 without gaps, each has the digest of the one before, and the last is the head.
    """
    previous = NO_PREVIOUS_DIGEST
    for place, revision in enumerate(chain.revisions, 1):
        where = f"{chain.where}.revisions[{place - 1}]"
        if revision.number != place:
            message = f"Revision {place} is missing: here is number {revision.number}."
            yield VerificationProblem(f"{where}.number", "number-gap", message)
        if revision.previous_digest != previous:
            message = f"Revision {revision.number} does not follow the one before it."
            yield VerificationProblem(f"{where}.previous_digest", "broken-link", message)
        yield from _revision_problems(revision, chain, where, bundle)
        previous = revision.digest
    if not chain.revisions:
        yield VerificationProblem(
            f"{chain.where}.revisions", "no-revision", "There is no revision at all."
        )
    elif chain.head != previous:
        message = f"The head is not the last revision, number {chain.revisions[-1].number}."
        yield VerificationProblem(f"{chain.where}.head", "head-not-last", message)
    ids = {revision.id for revision in chain.revisions}
    for where, cited in chain.cited:
        if cited not in ids:
            message = f"No revision of this hand has the id {cited}."
            yield VerificationProblem(where, "unknown-revision", message)


def _revision_problems(
    revision: SealedRevision, chain: RevisionChain, where: str, bundle: SessionBundle
) -> Iterator[VerificationProblem]:
    digest = revision_digest(
        id=revision.id,
        of=chain.subject,
        number=revision.number,
        previous=revision.previous_digest,
        kind=revision.kind,
        cause=revision.cause,
        by=revision.by,
        at=revision.at,
        content=revision.content,
        text=revision.text_digest,
    )
    if digest != revision.digest:
        message = f"Revision {revision.number} was changed after it was sealed."
        yield VerificationProblem(f"{where}.digest", "other-digest", message)
    if revision.text_salt:
        computed = text_digest(salt=revision.text_salt, reason=revision.reason, text=revision.text)
        if computed != revision.text_digest:
            message = f"The text of revision {revision.number} was changed."
            yield VerificationProblem(f"{where}.text", "other-words", message)
    elif revision.text or revision.reason:
        message = f"The text of revision {revision.number} is marked as erased, but there is some."
        yield VerificationProblem(f"{where}.text", "words-after-erasure", message)
    elif not bundle.words_erased:
        message = f"The text of revision {revision.number} is missing, but no player was erased."
        yield VerificationProblem(f"{where}.text_salt", "words-missing", message)


def _order_problems(bundle: SessionBundle) -> Iterator[VerificationProblem]:
    """Yield problems of the order: hands are numbered 1, 2, 3 …, and the players are those of the session."""
    for place, position in enumerate(bundle.positions, 1):
        if position != place:
            message = f"Hand {place} is missing: here is the one at position {position}."
            yield VerificationProblem(f"hands[{place - 1}].position", "position-gap", message)
    seated = bundle.session.revisions[-1].content.get("players") if bundle.session.revisions else []
    if list(bundle.players) != seated:
        message = "The players are not those of the session's last revision, in their order."
        yield VerificationProblem("players", "other-players", message)


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
    events = recorded.get("events")
    if not isinstance(events, list) or len(events) != len(computed["events"]):
        yield VerificationProblem(f"{where}.events", "other-verdict", "Not every event was judged.")
        events = []
    for place, (computed_event, recorded_event) in enumerate(
        zip(computed["events"], events, strict=False)
    ):
        if _differs(computed_event, recorded_event):
            verdict = recorded_event.get("verdict") if isinstance(recorded_event, dict) else None
            message = f"{computed_event['text']!r} is {computed_event['verdict']} by this referee; the bundle says {verdict}, or gives another reason."  # fmt: skip
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
    rules = rules_for(record.variant, record.house_rules)
    carried = Carried.first(record)
    answers: list[Json] = []
    for hand in bundle.hands:
        try:
            judged = readjudicate_hand(rules, join_hand(_parts(hand)), carried)
        except MalformedError as error:
            raise error.within(hand.where) from None
        answers.append(judged.as_json())
        carried = judged.carried_out
    return {
        "variant": rules.variant,
        "rules_digest": rules.digest,
        "hands": answers,
        "totals": None if carried.totals is None else list(carried.totals),
        "over": carried.over,
        "winners": list(winners(rules, carried)) if carried.over else [],
    }


def _parts(chain: RevisionChain) -> Parts:
    head = chain.revisions[-1]
    return Parts(dict(head.content), dict(head.text))


def _differs(computed: Json, recorded: Json) -> bool:
    return canonical(to_json(computed)) != canonical(recorded)

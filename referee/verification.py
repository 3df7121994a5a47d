"""A session with its history checked again, with nothing but this package: its digests, and its verdicts.

What was changed after it was sealed is found and named.  Whoever can make a whole new history can make a whole new
bundle: the digest at the head, told to somebody at the time, is what excludes that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.digests import FIRST, canonical, revision_digest, text_digest
from referee.match_totals import winners
from referee.parsing import parse_record
from referee.readjudication import readjudicate_hand
from referee.record import Carried, Json, MalformedError, plain
from referee.revision_content import Parts, join_hand, join_session
from referee.session_bundle import Bundle, Chain, Revision, read_bundle
from referee.variants import rules_for

VERIFICATION = "verification/1"


class Problem(NamedTuple):
    """Something that is not as it should be: where (a path into the bundle), a word for programs, a sentence."""

    where: str
    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What was found when a session with its history was checked."""

    revisions: int
    hands: int
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Is every digest what it should be, and does the referee say the same again?"""
        return not self.problems

    def as_json(self) -> dict[str, Json]:
        """``verification/1``."""
        return {
            "format": VERIFICATION,
            "ok": self.ok,
            "revisions": self.revisions,
            "hands": self.hands,
            "problems": [problem._asdict() for problem in self.problems],
        }


def verify(value: Json) -> Verification:
    """Check a ``session-bundle/1``: every digest, every link, every number, and the verdicts once more.

    Raises MalformedError where the value has not the form of a bundle.
    """
    bundle = read_bundle(value)
    chains = (bundle.session, *bundle.hands)
    problems = [
        *(problem for chain in chains for problem in _in_chain(chain, bundle)),
        *_in_order(bundle),
        *_in_verdicts(bundle),
    ]
    revisions = sum(len(chain.revisions) for chain in chains)
    return Verification(revisions=revisions, hands=len(bundle.hands), problems=tuple(problems))


def _in_chain(chain: Chain, bundle: Bundle) -> Iterator[Problem]:
    """Revisions count from 1 without gaps, each holds the digest of the one before, and the last is the head."""
    previous = FIRST
    for place, revision in enumerate(chain.revisions, 1):
        where = f"{chain.where}.revisions[{place - 1}]"
        if revision.number != place:
            message = f"Revision {place} is missing: here is number {revision.number}."
            yield Problem(f"{where}.number", "number-gap", message)
        if revision.previous_digest != previous:
            message = f"Revision {revision.number} does not follow the one before it."
            yield Problem(f"{where}.previous_digest", "broken-link", message)
        yield from _in_revision(revision, chain, where, bundle)
        previous = revision.digest
    if not chain.revisions:
        yield Problem(f"{chain.where}.revisions", "no-revision", "There is no revision at all.")
    elif chain.head != previous:
        message = f"The head is not the last revision, number {chain.revisions[-1].number}."
        yield Problem(f"{chain.where}.head", "head-not-last", message)
    ids = {revision.id for revision in chain.revisions}
    for where, cited in chain.cited:
        if cited not in ids:
            message = f"No revision of this hand has the id {cited}."
            yield Problem(where, "unknown-revision", message)


def _in_revision(revision: Revision, chain: Chain, where: str, bundle: Bundle) -> Iterator[Problem]:
    digest = revision_digest(
        id=revision.id,
        of=chain.of,
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
        message = f"Revision {revision.number} was changed: it says something else than was sealed."
        yield Problem(f"{where}.digest", "other-digest", message)
    if revision.text_salt:
        words = text_digest(salt=revision.text_salt, reason=revision.reason, text=revision.text)
        if words != revision.text_digest:
            message = f"The words of revision {revision.number} were changed."
            yield Problem(f"{where}.text", "other-words", message)
    elif revision.text or revision.reason:
        message = f"The words of revision {revision.number} were erased, and yet there are some."
        yield Problem(f"{where}.text", "words-after-erasure", message)
    elif not bundle.words_erased:
        message = f"The words of revision {revision.number} are gone, and no player was erased."
        yield Problem(f"{where}.text_salt", "words-missing", message)


def _in_order(bundle: Bundle) -> Iterator[Problem]:
    """Hands stand at 1, 2, 3 …, and everybody who sits at the table is named."""
    for place, position in enumerate(bundle.positions, 1):
        if position != place:
            message = f"Hand {place} is missing: here is the one at position {position}."
            yield Problem(f"hands[{place - 1}].position", "position-gap", message)
    seated = bundle.session.revisions[-1].content.get("players") if bundle.session.revisions else []
    if list(bundle.players) != seated:
        message = "The players are not those of the session's last revision, in their order."
        yield Problem("players", "other-players", message)


def _in_verdicts(bundle: Bundle) -> Iterator[Problem]:
    """The referee judges the heads again and compares."""
    said = bundle.adjudication
    try:
        judged = _adjudicated(bundle)
    except MalformedError as error:
        message = f"This cannot be judged: {error.message} ({error.code})"
        yield Problem(error.where, "cannot-be-judged", message)
        return
    hands = said.get("hands")
    if not isinstance(hands, list) or len(hands) != len(judged["hands"]):
        message = f"There are {len(judged['hands'])} hands, and not so many were adjudicated."
        yield Problem("adjudication.hands", "other-result", message)
        hands = []
    for place, (now, then) in enumerate(zip(judged["hands"], hands, strict=False)):
        yield from _in_hand(now, then, f"adjudication.hands[{place}]")
    codes = {"rules_digest": "other-rules", "totals": "other-totals"}
    for key in judged.keys() - {"hands"}:
        if _other(judged[key], said.get(key)):
            message = f"{key} is {said.get(key)!r} there, and {judged[key]!r} by this referee."
            yield Problem(f"adjudication.{key}", codes.get(key, "other-result"), message)


def _in_hand(now: Mapping[str, Json], then: Json, where: str) -> Iterator[Problem]:
    if not isinstance(then, dict):
        yield Problem(where, "other-result", "Here is no adjudication of a hand.")
        return
    events = then.get("events")
    if not isinstance(events, list) or len(events) != len(now["events"]):
        yield Problem(f"{where}.events", "other-verdict", "Not every event was judged.")
        events = []
    for place, (mine, theirs) in enumerate(zip(now["events"], events, strict=False)):
        if _other(mine, theirs):
            verdict = theirs.get("verdict") if isinstance(theirs, dict) else None
            message = f"{mine['text']!r} is {mine['verdict']} by this referee, and {verdict} there, or for another reason."  # fmt: skip
            yield Problem(f"{where}.events[{place}]", "other-verdict", message)
    for key in sorted((now.keys() | then.keys()) - {"events"}):
        if _other(now.get(key), then.get(key)):
            message = f"{key} is {then.get(key)!r} there, and {now.get(key)!r} by this referee."
            yield Problem(f"{where}.{key}", "other-result", message)


def _adjudicated(bundle: Bundle) -> dict[str, Json]:
    """The heads as ``adjudication/1``."""
    if not all(chain.revisions for chain in (bundle.session, *bundle.hands)):
        raise MalformedError("unreadable", "", "A chain has no revision.")
    sheet = join_session(_parts(bundle.session))
    record = parse_record({**sheet, "hands": []})
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


def _parts(chain: Chain) -> Parts:
    head = chain.revisions[-1]
    return Parts(dict(head.content), dict(head.text))


def _other(now: Json, then: Json) -> bool:
    return canonical(plain(now)) != canonical(then)

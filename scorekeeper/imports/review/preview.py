"""What an import of a file that a program sends would bring, and what becomes of evenings that the club has.

Nothing is taken in while a question is open, unless the sender accepts what is assumed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django.utils.translation import gettext_noop

import referee
from referee import JsonObject
from referee.spreadsheets.questions import (
    CODES,
    Answers,
    SheetQuestion,
    chosen_answer,
    open_questions,
    unknown_answer,
)
from referee.spreadsheets.sheet_errors import Part
from scorekeeper.adjudication import judging
from scorekeeper.clubs import player_merges
from scorekeeper.imports import left_out_sessions, lines
from scorekeeper.imports.corrections.differences import SheetDifference
from scorekeeper.imports.corrections.known_evenings import (
    MOST_COMPARED,
    EveningAnswer,
    KnownEvenings,
    answers_for,
    changed_sessions,
    compare_again,
    days_of,
)
from scorekeeper.imports.lines import JudgedRecord, ReportLine
from scorekeeper.imports.names.player_names import PlayerLookup
from scorekeeper.imports.sent_sheets import SheetOptions, UnansweredError, refuse_wrong_answers
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Club, Session, limits
from scorekeeper.models.days import day_after, day_before

BRING_UP_TO_DATE, SECOND_SESSION, LEAVE_OUT = EveningAnswer
KNOWN_SESSION = "known-session"
NOTHING_NEW = gettext_noop(
    "The same players have a session of %(game)s on %(day)s already, and the file says nothing else."
)
DIFFERS = gettext_noop(
    "The same players have a session of %(game)s on %(day)s already; these hands differ: %(hands)s."
)
CANNOT_UPDATE = gettext_noop(
    "The same players have a session of %(game)s on %(day)s already. It cannot be brought up to date: %(why)s"
)
FORMER = gettext_noop(
    "The same players have a session of %(game)s on %(day)s already; of these hands the file says what was corrected since: %(hands)s."
)
CHANGED_SINCE = gettext_noop(
    "This was imported before as the session of %(game)s on %(day)s, which was changed since; these hands differ: %(hands)s."
)


class OutdatedAnswerError(UnansweredError):
    """A session was changed after the review for which its question was answered."""

    message = "A session was changed since the review that an answer names: {count} questions are open again."


@dataclass(frozen=True, kw_only=True)
class _KnownRecord:
    """A record of an evening that the club has: what it says otherwise, and what becomes of it."""

    line: int
    difference: SheetDifference
    question: SheetQuestion
    answer: str
    version: str  # of the session that the answer was given for; empty: of any
    is_asked: bool

    @property
    def is_outdated(self) -> bool:
        """Whether the answer was given for another version of the session, and the record says something else."""
        difference = self.difference
        return bool(self.version) and difference.writes and self.version != difference.version

    @property
    def is_in_file(self) -> bool:
        """Whether the record stands for a session of its own."""
        return self.difference.is_again or self.answer == SECOND_SESSION


class ImportPreview:
    """What an import of a file would bring; every record is read and judged once.

    Raises MalformedError for an answer that a question does not have.
    """

    def __init__(
        self,
        club: Club,
        file: RecordFile,
        questions: Sequence[SheetQuestion] | None,  # None: the file has session records
        options: SheetOptions,
    ) -> None:
        self._club, self._file, self._options = club, file, options
        self._answers, self._versions = _without_versions(options.answers)
        entries = lines.entries_of(file.notation, file.source, file.options)
        self._judged = [(entry.line, lines.judge_record(club, entry)) for entry in entries]
        ids = [judged.session for _line, judged in self._records]
        known = Session.objects.filter(pk__in=ids, club=club)
        self._known = set(known.values_list("pk", flat=True))
        self._players = PlayerLookup(club, file.names)
        self._judged = [(line, self._if_taken(one)) for line, one in self._judged]
        self._evenings: dict[int, _KnownRecord] = {}
        self._is_of_records = questions is None
        for one in (*self._changed_since(), *self._known_evenings()):
            self._evenings[one.line] = one
        evenings = self._evenings.values()
        refuse_wrong_answers([one.question for one in evenings], self._answers)
        self._questions = [*(questions or ()), *(one.question for one in evenings if one.is_asked)]

    @property
    def _open(self) -> list[SheetQuestion]:
        """The questions that nobody answered, or answered for another version of a session."""
        outdated = [one.question for one in self._evenings.values() if one.is_outdated]
        asked = open_questions(self._questions, self._answers)
        return [one for one in self._questions if one in asked or one in outdated]

    @property
    def _records(self) -> list[tuple[int, JudgedRecord]]:
        return [(line, one) for line, one in self._judged if isinstance(one, JudgedRecord)]

    def _if_taken(self, one: JudgedRecord | ReportLine) -> JudgedRecord | ReportLine:
        """Return a record, or why the club cannot take it: a name that is none, a player who sits there twice, points beyond all bounds."""
        if isinstance(one, ReportLine) or one.session in self._known:
            return one
        try:
            self._players.find(one.record.players)
            lines.check_bounds(one)
        except referee.MalformedError as error:
            return lines.refused(one, error)
        return one

    def decided(self) -> RecordFile:
        """Return the file with what becomes of evenings that the club has.  Raises UnansweredError for open questions."""
        asked, evenings = self._open, self._evenings
        if any(one.is_outdated for one in evenings.values()):
            raise OutdatedAnswerError(self.as_json(), len(asked))
        if asked and not self._options.assume:
            raise UnansweredError(self.as_json(), len(asked))
        # without a change, bringing up to date writes nothing: the report says that the session is known
        corrects = {
            line: one.difference.session.pk
            for line, one in evenings.items()
            if one.answer == BRING_UP_TO_DATE
            or (one.answer == LEAVE_OUT and one.difference.says_nothing)
        }
        left_out = {
            line
            for line, one in evenings.items()
            if one.answer == LEAVE_OUT and not one.difference.is_again
        }
        options = replace(
            self._file.options,
            left_out=frozenset(left_out - corrects.keys()),
            corrects=corrects,
            versions={line: evenings[line].difference.version for line in corrects},
            file_name=self._options.file_name if corrects else "",
        )
        return replace(self._file, options=options)

    def as_json(self) -> JsonObject:
        """Return the ``review`` of the API: sessions with the assumed answers, open questions, and what is refused."""
        sessions: list[referee.Json] = [
            self._session(line, judged)
            for line, judged in self._records
            if line not in self._evenings or self._evenings[line].is_in_file
        ]
        refused: list[referee.Json] = []
        for line, one in self._judged:
            if isinstance(one, ReportLine):
                error = cast(dict[str, Any], one.details["error"])
                refused.append({"line": line, "code": error["code"], "message": error["message"]})
        return {
            "sessions": sessions,
            "known_sessions": [_known_session(one) for one in self._evenings.values()],
            "questions": [one.as_json() for one in self._open],
            "refused": refused,
        }

    def _session(self, line: int, judged: JudgedRecord) -> JsonObject:
        totals = lines.totals_of(judged.carried_out)
        return {
            "line": line,
            "played_on": judged.session_keys.get("played_on"),
            "variant": judged.record.variant,
            "house_rules": judged.session_keys.get("house_rules") or {},
            "players": [limits.tidy_name(name) for name in judged.record.players],
            "hands": len(judged.hands),
            "totals": [*totals] or None,
            "known": judged.session in self._known,
        }

    def _known_evenings(self) -> Iterator[_KnownRecord]:
        """Yield each new session whose game the same players have played on its day already.

        Programs send many records: of one that shares no hand with the session, or names another event, round or table, nobody is
        asked, and it is a second session unless somebody says something else.
        """
        dated = [
            (line, judged, days)
            for line, judged in self._records
            if judged.session not in self._known
            and (days := days_of(judged.session_keys.get("played_on"), judged.written_on))
        ]
        survivors = player_merges.surviving_players(self._club.pk)
        every_day = {day for _line, _judged, days in dated for day in days}
        evenings = KnownEvenings(self._club, every_day, survivors)
        for line, judged, days in dated:
            names = judged.record.players
            players = [evenings.survivor(one) for one in self._players.find(names) if one]
            if len(set(players)) < len(names):
                continue
            evening = evenings.find(days, judged.record.variant, frozenset(players))
            if evening is None:
                continue
            difference = evenings.compare(
                evening,
                players,
                lines.sheet_hands(judged, self._file.notation, self._file.source),
                others=self._known,
                own=judged.own,
            )
            is_of_it = difference.is_own or (
                difference.shares_hands and not _names_another(difference.session, judged)
            )
            unasked = SECOND_SESSION if self._is_of_records and not is_of_it else None
            yield self._asked(line, difference, _reason(difference), unasked)

    def _changed_since(self) -> Iterator[_KnownRecord]:
        """Yield each record whose session was changed since it was imported, and now says something else."""
        records = {one.session: (line, one) for line, one in self._records}
        hands = {pk: len(records[pk][1].hands) for pk in self._known}
        sessions = Session.objects.filter(pk__in=changed_sessions(hands)).select_related(
            "head", "result"
        )
        for session in sessions.order_by("pk")[:MOST_COMPARED]:
            line, judged = records[session.pk]
            sheet = lines.sheet_hands(judged, self._file.notation, self._file.source)
            difference = compare_again(session, sheet)
            if difference.writes or difference.refusal:
                unasked = LEAVE_OUT if self._is_of_records else None
                yield self._asked(line, difference, _reason(difference), unasked)

    def _asked(
        self, line: int, difference: SheetDifference, reason: Part, unasked: str | None = None
    ) -> _KnownRecord:
        """Return a record with the question what becomes of it, and the answer; ``unasked`` is what does without asking."""
        answers = answers_for(difference)
        question = SheetQuestion(
            code=KNOWN_SESSION,
            line=line,
            reason=reason,
            assumed=unasked or answers[0],
            answers=answers,
        )
        version = question.answered(self._versions) or ""
        one = _KnownRecord(
            line=line,
            difference=difference,
            question=question,
            answer=chosen_answer(question, self._answers),
            version=version,
            is_asked=bool(version) or not (difference.is_certain or unasked),
        )
        return replace(one, answer=question.assumed) if one.is_outdated else one


def is_of_known_day(club: Club, file: RecordFile) -> bool:
    """Return whether the club has a session on the day of one of the records: else nothing is to be asked of them."""
    entries = lines.entries_of(file.notation, file.source, file.options)
    written = {str(left_out_sessions.session_of(entry).get("played_on")) for entry in entries}
    read = [day for text in written if (day := referee.date_of(text))]
    # a time may be of the day before or after in the club's time zone
    days = {near for day in read for near in (day_before(day), day, day_after(day))}
    return Session.objects.filter(club=club, played_on__in=days).exists()


def refuse_unknown_answers(answers: Answers) -> None:
    """Raise MalformedError for an answer whose question no file raises."""
    codes = {*CODES, KNOWN_SESSION}
    if unknown := unknown_answer(answers, codes):
        message = f"No file is asked this; right would be one of {', '.join(sorted(codes))}."
        raise referee.MalformedError("bad-answer", f"answers.{unknown}", message)


def is_answer_about_sessions(answers: Answers) -> bool:
    """Return whether one of the answers says what becomes of an evening that the club has."""
    return any(map(_is_about_sessions, answers))


def _is_about_sessions(key: str) -> bool:
    return key.partition(":")[0] == KNOWN_SESSION


def _without_versions(answers: Answers) -> tuple[Answers, Answers]:
    """Return the answers, and the versions of sessions that were written behind answers about them, with an ``@`` between.

    >>> _without_versions({"game": "big-two", "known-session:2": "bring-up-to-date@sha256:9f"})
    ({'game': 'big-two', 'known-session:2': 'bring-up-to-date'}, {'known-session:2': 'sha256:9f'})
    """
    about = {key: one.partition("@") for key, one in answers.items() if _is_about_sessions(key)}
    plain = {key: answer for key, (answer, _at, _version) in about.items()}
    return {**answers, **plain}, {key: version for key, (*_, version) in about.items() if version}


def _names_another(session: Session, judged: JudgedRecord) -> bool:
    """Return whether a record names another event, round or table than the session does."""
    stored = judging.session_record(session.head)
    named = [(stored.get(key), judged.session_keys.get(key)) for key in ("event", "round", "table")]
    return any(one != other for one, other in named if one is not None and other is not None)


def _reason(difference: SheetDifference) -> Part:
    """Return why it is asked whether an evening comes again."""
    session = difference.session
    values = {
        "game": session.variant,
        "day": session.played_on.isoformat() if session.played_on else "?",
        "why": difference.refusal,
        "hands": ", ".join(str(hand.position) for hand in difference.hands),
    }
    if difference.is_again:
        return CHANGED_SINCE, values
    if difference.refusal:
        return CANNOT_UPDATE, values
    if difference.is_former:
        return FORMER, values
    return (DIFFERS if difference.hands else NOTHING_NEW), values


def _known_session(one: _KnownRecord) -> JsonObject:
    """Return the session that the club has, and what a record says otherwise, as the API gives them."""
    difference = one.difference
    return {
        "line": one.line,
        "session": str(difference.session.pk),
        "version": difference.version,
        "answer": str(one.answer),
        "players": [str(player) for player in difference.seated],
        "hands": [hand.as_json() for hand in difference.hands],
        "totals": [*difference.totals] if difference.totals else None,
        "refusal": difference.refusal or None,
    }

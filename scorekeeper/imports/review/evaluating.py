"""What would become of each record of some dry runs now.

Whoever takes the files in sends the digest of the evaluation that they saw: if the answer is another one by then, nothing is saved.
"""

import itertools
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import Any, TypeAlias

from django.utils.translation import gettext_noop

import referee
from referee.spreadsheets import sheet_errors
from referee.spreadsheets.sheet_errors import SheetError
from scorekeeper.imports.corrections.known_evenings import (
    MOST_COMPARED,
    Evening,
    EveningAnswer,
    KnownEvenings,
    answers_for,
    asked_together,
    compare_again,
    days_of,
)
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.names.unknown_names import Decisions
from scorekeeper.imports.review.evaluation import (
    Counts,
    Evaluation,
    ReviewedLine,
    ReviewedPlayer,
    total,
)
from scorekeeper.imports.review.reading import Review
from scorekeeper.imports.seasons import SeasonFinder
from scorekeeper.models import ImportLine, Session

SEATED_TWICE = "seated-twice"

Days: TypeAlias = Mapping[uuid.UUID, str]
"""The day, in ISO format, for the records of each dry run that name none."""
EveningAnswers: TypeAlias = Mapping[tuple[uuid.UUID, int] | str, str]
"""What becomes of records of evenings that the club has, by dry run and number of the record, or by ``asked_together``."""


def evaluate(
    review: Review,
    decisions: Decisions,
    season: str,
    days: Days = MappingProxyType({}),
    answers: EveningAnswers = MappingProxyType({}),
) -> Evaluation:
    """Return what would become of the records with these players, this choice of a season, these days and these answers.

    An answer that a record does not have is passed over: then that counts which is proposed.
    """
    return _Evaluator(review, decisions, season, days, answers).evaluate()


class _Evaluator:
    """Goes through the records in the order in which they will be taken in."""

    def __init__(
        self, read: Review, decisions: Decisions, season: str, days: Days, answers: EveningAnswers
    ) -> None:
        self._read, self._decisions, self._days, self._answers = read, decisions, days, answers
        self._choices = decisions.players
        self._seasons = SeasonFinder(read.club, season)
        self._known = set(read.stored)
        self._new: set[str] = set()
        played = {day for line in read.new_lines for day in self._days_of(line)}
        self._evenings = KnownEvenings(read.club, played, read.survivors)
        self._in_files: set[Evening] = set()
        self._others: set[uuid.UUID] = set()  # sessions that the file had brought before
        self._changed, self._compared_again = set(read.changed), 0

    def evaluate(self) -> Evaluation:
        answer = Evaluation()
        facts: list[referee.Json] = []
        for row in self._read.dry_runs:
            self._choices = {**self._read.stated.get(row.pk, {}), **self._decisions.players}
            sessions = {line.session for line in self._read.lines[row.pk] if line.session}
            self._others = sessions & self._known
            reviewed = [self._review(line) for line in self._read.lines[row.pk]]
            answer.lines[row.pk] = reviewed
            answer.by_import[row.pk] = self._count(reviewed)
            facts += [*self._facts(reviewed)]
        answer.counts = total(answer.by_import.values(), players=len(self._new))
        answer.new_players = self._new
        answer.new_names = self._read.new_names
        answer.digest = referee.sha256(referee.canonical([answer.counts.as_list(), facts]))
        return answer

    def _review(self, line: ImportLine) -> ReviewedLine:
        written = [one.get("name", "") for one in line.details.get("players", ())]
        names, points = line.details.get("names", written), line.details.get("totals") or []
        if not names:  # it could not be read
            return ReviewedLine(
                line=line, outcome=LineOutcome(line.outcome), error=line.details.get("error")
            )
        written_day = line.details.get("played_on")
        players = [
            self._seat(name, points[place] if place < len(points) else None)
            for place, name in enumerate(names)
        ]
        if line.session in self._known:
            return self._review_known(line, players)
        if error := self._seated_twice(names):
            return ReviewedLine(
                line=line,
                outcome=LineOutcome.MALFORMED,
                players=players,
                error=error,
                played_on=written_day,
            )
        day = self._day(line)
        evening = self._evening(line, day, players)
        if evening and (known_evening := self._evenings.find(self._days_of(line), *evening[1:])):
            known = self._review_evening(line, known_evening, players)
            if known.outcome is not LineOutcome.NEW:
                return replace(known, played_on=str(known_evening[0]))
        else:
            known = ReviewedLine(
                line=line, outcome=LineOutcome.NEW, is_repeated=evening in self._in_files
            )
        self._in_files.update([evening] if evening else [])
        self._known.update([line.session] if line.session else [])
        self._new.update(one.player for one in players if one.is_new)
        season = self._seasons.find({**line.details, "played_on": day})
        name = season.name if season else None
        return replace(known, players=players, played_on=day, season=name)

    def _day(self, line: ImportLine) -> str | None:
        return line.details.get("played_on") or self._days.get(line.within_id)

    def _days_of(self, line: ImportLine) -> list[date]:
        return days_of(self._day(line), line.details.get("written_on"))

    def _evening(
        self, line: ImportLine, day: str | None, players: Sequence[ReviewedPlayer]
    ) -> Evening | None:
        """Return the day of a record with its game and players; None where it has no day."""
        played_on = referee.date_of(day)
        if played_on is None:
            return None
        people = frozenset(self._person(one.name) or one.player for one in players)
        return played_on, line.details["variant"], people

    def _review_evening(
        self, line: ImportLine, evening: Evening, players: Sequence[ReviewedPlayer]
    ) -> ReviewedLine:
        """Return what becomes of a record of an evening that the club has."""
        people = [person for one in players if (person := self._person(one.name))]
        difference = self._evenings.compare(
            evening, people, self._read.sheet_of(line), others=self._others, own=_own(line)
        )
        answers = answers_for(difference)
        answer = self._chosen(line, answers, together=asked_together(difference))
        outcome = LineOutcome.NEW if answer is EveningAnswer.SECOND_SESSION else LineOutcome.KNOWN
        if answer is EveningAnswer.BRING_UP_TO_DATE and difference.writes:
            outcome = LineOutcome.CORRECTED
        return ReviewedLine(
            line=line, outcome=outcome, players=players, difference=difference, answer=answer
        )

    def _person(self, name: str) -> uuid.UUID | None:
        """Return the player of the club for whom the hands of a name count; None for a new player."""
        player = self._player(name)
        return self._read.survivor(player) if player else None

    def _review_known(self, line: ImportLine, players: Sequence[ReviewedPlayer]) -> ReviewedLine:
        """Return a record that was imported before, with the day, the players and the totals that its session has now.

        One that stands twice in the files has those of the file.
        """
        session = self._read.stored.get(line.session) if line.session else None
        if session is None:
            day = line.details.get("played_on")
            return ReviewedLine(
                line=line, outcome=LineOutcome.KNOWN, players=players, played_on=day
            )
        seated = self._read.seated.get(session.pk, [])
        totals = session.result.totals or []
        stored = [
            self._stored_seat(one, player, total)
            for one, player, total in itertools.zip_longest(players, seated, totals)
            if one
        ]
        known = ReviewedLine(
            line=line,
            outcome=LineOutcome.KNOWN,
            players=stored,
            played_on=session.played_on.isoformat() if session.played_on else None,
            is_changed=session.pk in self._changed,
        )
        return self._review_changed(known, session) if known.is_changed else known

    def _review_changed(self, known: ReviewedLine, session: Session) -> ReviewedLine:
        """Return a record whose session was changed since it was imported: it is asked whether it holds again."""
        self._changed.discard(
            session.pk
        )  # a record that stands twice in the files is asked about once
        if self._compared_again >= MOST_COMPARED:
            return known
        self._compared_again += 1
        difference = compare_again(session, self._read.sheet_of(known.line))
        if not (difference.writes or difference.refusal):
            return known
        answers = answers_for(difference)
        answer, outcome = self._chosen(known.line, answers), LineOutcome.KNOWN
        if answer is EveningAnswer.BRING_UP_TO_DATE:
            outcome = LineOutcome.CORRECTED
        return replace(known, outcome=outcome, difference=difference, answer=answer)

    def _chosen(
        self, line: ImportLine, answers: Sequence[EveningAnswer], together: str = ""
    ) -> EveningAnswer:
        own = self._answers.get((line.within_id, line.number), "")
        written = own or self._answers.get(together, "")
        return EveningAnswer(written) if written in answers else answers[0]

    def _player(self, name: str) -> uuid.UUID | None:
        name = self._decisions.first_name(name)
        return self._choices.get(name) or self._read.existing.get(name)

    def _seat(self, name: str, points: float | None) -> ReviewedPlayer:
        player = self._player(name)
        known = self._read.names.get(player) if player else None
        is_open = name in self._decisions.undecided
        return ReviewedPlayer(
            name=name,
            player=known or self._decisions.first_name(name),
            is_new=player is None and not is_open,
            is_open=is_open,
            points=points,
        )

    def _stored_seat(
        self, one: ReviewedPlayer, player: uuid.UUID | None, total: float | None
    ) -> ReviewedPlayer:
        """Return a seat with the player who has it in the imported session, and the total there."""
        known = self._read.names.get(self._read.survivor(player)) if player else None
        one = replace(one, points=total)
        return replace(one, player=known, is_new=False, is_open=False) if known else one

    def _seated_twice(self, names: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the error of a record in which two names mean one person."""
        people: set[uuid.UUID | str] = set()
        for place, name in enumerate(names):
            player = self._player(name)
            one: uuid.UUID | str = (
                self._read.survivor(player) if player else self._decisions.first_name(name)
            )
            if one in people:
                part = (
                    gettext_noop("%(name)s sits here twice: a player cannot take two seats."),
                    {"name": name},
                )
                return sheet_errors.problem_of(
                    SheetError(part, code=SEATED_TWICE, where=f"players[{place}]")
                )
            people.add(one)
        return None

    def _count(self, lines: Sequence[ReviewedLine]) -> Counts:
        outcomes = Counter(line.outcome for line in lines)
        new = [line.line.details for line in lines if line.outcome is LineOutcome.NEW]
        return Counts(
            sessions=outcomes[LineOutcome.NEW],
            hands=sum(details.get("hands", 0) for details in new),
            only_points=sum(details.get("only_points", 0) for details in new),
            corrected=outcomes[LineOutcome.CORRECTED],
            known=outcomes[LineOutcome.KNOWN],
            skipped=outcomes[LineOutcome.SKIPPED],
            malformed=outcomes[LineOutcome.MALFORMED],
            failed=outcomes[LineOutcome.FAILED],
        )

    def _facts(self, lines: Sequence[ReviewedLine]) -> Iterator[referee.Json]:
        """Yield what the digest depends on: what becomes of each record, who plays in it, and its season."""
        for line in lines:
            seats = [
                str(self._player(one.name) or f"new {one.player}")
                if line.outcome is LineOutcome.NEW
                else ""
                for one in line.players
            ]
            yield [line.line.pk, str(line.outcome), [*seats], line.season, line.played_on]
            if line.difference:
                yield [
                    str(line.answer),
                    str(line.difference.session.pk),
                    line.difference.version,
                    line.difference.refusal,
                ]


def _own(line: ImportLine) -> uuid.UUID | None:
    own = line.details.get("own")
    return uuid.UUID(own) if own else None

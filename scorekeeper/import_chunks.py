"""Several records of a file are kept at once, in a few statements.

It is as if they had been kept one after the other.  Where anything is the matter with one of them they are kept one after
the other indeed, so that it alone is refused.
"""

import logging
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db import OperationalError, models, transaction

import referee
from scorekeeper import (
    adjudicating,
    announcing,
    auditing,
    deriving,
    import_lines,
    inserting,
    merging,
    naming,
    recording,
    records,
    revising,
)
from scorekeeper.import_lines import Judged, Line, Outcome
from scorekeeper.inserting import Rows
from scorekeeper.models import (
    AuditEntry,
    Hand,
    Import,
    ImportLine,
    Recount,
    Rerating,
    Season,
    Seat,
    Session,
)

logger = logging.getLogger(__name__)

Found = Judged | Line


def keep(within: Import, start: int, found: Sequence[Found], proposals: naming.Proposals) -> None:
    """Keep records and their lines in the report, the first of them the ``start``-th of the file."""
    try:
        if not within.dry_run and len(found) > 1:
            with transaction.atomic():
                _Chunk(within, found).keep(start)
                return
    except OperationalError:
        raise  # the database, not a record
    except Exception as error:
        logger.info("records of import %s are kept one by one: %s", within.pk, error)
    for number, one in enumerate(found, start):
        line = one if isinstance(one, Line) else import_lines.line_of(within, one, proposals)
        _report(within, number, line).save(force_insert=True)


def _report(within: Import, number: int, line: Line) -> ImportLine:
    return ImportLine(
        within=within,
        number=number,
        outcome=line.outcome,
        session=line.session,
        details=line.details,
    )


@dataclass
class _Kept:
    """Rows to be written, table by table."""

    sessions: list[models.Model] = field(default_factory=list)
    session_heads: list[models.Model] = field(default_factory=list)
    seats: list[models.Model] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    hand_heads: list[models.Model] = field(default_factory=list)
    adjudications: list[models.Model] = field(default_factory=list)
    scores: list[models.Model] = field(default_factory=list)
    verdicts: list[models.Model] = field(default_factory=list)
    results: list[models.Model] = field(default_factory=list)
    lines: list[AuditEntry] = field(default_factory=list)
    waiting: list[models.Model] = field(default_factory=list)

    def insert(self) -> None:
        """Write them all."""
        recounts = [row for row in self.waiting if isinstance(row, Recount)]
        reratings = [row for row in self.waiting if isinstance(row, Rerating)]
        tables: Iterable[Iterable[models.Model]] = (
            self.sessions, self.session_heads, self.seats, self.hands, self.hand_heads, self.adjudications,
            self.scores, self.verdicts, self.results, self.lines,
            recounts, reratings,
        )  # fmt: skip
        inserting.insert(*(Rows([*rows]) for rows in tables))


class _Chunk:
    """Records that are kept together."""

    def __init__(self, within: Import, found: Sequence[Found]) -> None:
        self._within, self._club, self._by = within, within.club, within.by
        self._found = found
        judged = [one for one in found if isinstance(one, Judged)]
        same = Session.objects.filter(club=self._club, pk__in=[one.session for one in judged])
        self._known = set(same.values_list("pk", flat=True))
        chosen = {name: player and uuid.UUID(player) for name, player in within.names.items()}
        names = {name for one in judged for name in one.record.players}
        self._register = naming.Register(within.club, names, chosen)
        self._staying = merging.staying_in(within.club_id)
        self._seasons: dict[str, Season | None] = {}
        self._kept = _Kept()

    def keep(self, start: int) -> None:
        """Write everything down, report and all."""
        lines = [one if isinstance(one, Line) else self._line(one) for one in self._found]
        self._kept.insert()
        inserting.insert(
            Rows([_report(self._within, number, line) for number, line in enumerate(lines, start)])
        )
        heard = announcing.LISTENERS.about(self._club.pk)
        listeners = [announcing.Listener(*row) for row in heard]
        if listeners:
            for hand in self._kept.hands:
                announcing.hand_written(hand, was_over=False, listeners=listeners)

    def _line(self, one: Judged) -> Line:
        if one.session in self._known:
            return Line(outcome=Outcome.KNOWN, session=one.session, details=one.details)
        self._known.add(one.session)
        meant = self._register.meant(one.record.players)
        for hand, answer in zip(one.judged.hands, one.answers, strict=True):
            deriving.check(answer["points"], _totals(hand.carried_out))
        deriving.check(_totals(one.judged.carried_out))
        seated = self._register.seated(one.record.players, by=self._by)
        _told_apart([self._staying.get(player, player) for player in seated])
        self._keep_session(one, seated)
        told: list[records.Json] = [
            {"player": str(player), "is_new": player not in meant} for player in seated
        ]
        details: records.Keys = {**one.details, "players": told}
        return Line(outcome=Outcome.NEW, session=one.session, details=details)

    def _keep_session(self, one: Judged, seated: Sequence[uuid.UUID]) -> None:
        season = self._season(str(one.written.sheet.get("season", "")))
        act = revising.Act(by=self._by)
        session = Session(
            id=one.session, club=self._club, season=season, created_by=self._by, created_at=act.at
        )
        parts = recording.parts_for(one.written.sheet, seated)
        head = recording.headed(session, parts, act)
        self._kept.sessions.append(session)
        self._kept.session_heads.append(head)
        self._kept.seats += [
            Seat(session=session, player_id=player, number=number)
            for number, player in enumerate(seated, 1)
        ]
        filed = str(season.pk) if season else None
        said = auditing.line("session opened", session, by=self._by, digest=head.digest, season=filed)  # fmt: skip
        self._kept.lines.append(said)
        players = adjudicating.counted_for(enumerate(seated, 1), self._staying)
        inputs = [*self._keep_hands(one, session, players)]
        after = one.judged.carried_out
        self._kept.results.append(
            deriving.result_of(session, one.judged.rules, after, inputs=inputs)
        )
        self._kept.waiting += adjudicating.to_be_counted(session)

    def _keep_hands(
        self, one: Judged, session: Session, players: dict[int, uuid.UUID]
    ) -> Iterator[str]:
        """The digests of what they depend on."""
        judged = zip(one.written.hands, one.judged.hands, one.answers, strict=True)
        for position, (sheet, found, answer) in enumerate(judged, 1):
            hand = Hand(
                id=uuid.uuid5(session.pk, f"hand {position}"),
                club_id=session.club_id,
                session=session,
                position=position,
                recorded_by=self._by,
            )
            head = revising.revise_hand(hand, records.split_hand(sheet), revising.Act(by=self._by))
            row = deriving.adjudication_of(hand, one.judged.rules, found, answer)
            self._kept.hands.append(hand)
            self._kept.hand_heads.append(head)
            self._kept.adjudications.append(row)
            self._kept.scores += deriving.scores_of(hand, answer, players=players)
            self._kept.verdicts += deriving.verdicts_of(hand, answer)
            said = auditing.line("hand recorded", hand, by=self._by, digest=head.digest)
            self._kept.lines.append(said)
            yield row.input_digest

    def _season(self, name: str) -> Season | None:
        if name not in self._seasons:
            self._seasons[name] = Season.objects.filter(club=self._club, name=name).first()
        return self._seasons[name]


def _totals(carried: referee.Carried) -> list[float | None]:
    return [*(carried.totals or ())]


def _told_apart(players: Sequence[uuid.UUID]) -> None:
    """Whoever sits at one table twice, under whatever names, is told when the records are kept one by one."""
    if len(set(players)) < len(players):
        raise referee.MalformedError("bad-seat", "players", "Two of them are one person.")

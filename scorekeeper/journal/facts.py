"""Which rows are facts, and how their columns are sealed.

A column is in one of three groups:

- It never changes: its value is in the digest of the content.
- It may change on purpose (``changeable``), or is free text that an erasure removes (``words``): it is in the salted digest.
- It is ``derived``: it follows from other facts, and the package ``management.record_check`` compares it with them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import QuerySet

import referee
from referee import JsonObject
from scorekeeper.models import (
    AuditEntry,
    Club,
    Comment,
    CommentRemoval,
    Confirmation,
    Dispute,
    DisputeStatement,
    Erasure,
    Hand,
    HandRevision,
    HandVariation,
    Invitation,
    InvitationAcceptance,
    InvitationRevocation,
    Link,
    LinkRevocation,
    LoggedEvent,
    MembershipChange,
    MergeReversal,
    Player,
    PlayerMerge,
    Ruling,
    ScoringPlan,
    Season,
    Session,
    SessionRevision,
    Transcript,
    VariationRemoval,
    Withdrawal,
    row_json,
)
from scorekeeper.models.journal import NO_CLUB

UNREADABLE = (ValueError, TypeError, OverflowError, RecursionError, ValidationError)
"""Exceptions raised by reading a damaged column; JSON errors are ValueErrors, deep nesting is a RecursionError."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """How the rows of a model are sealed."""

    model: type[models.Model]
    club: str = "club_id"  # where the club's id is, from the row
    changeable: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    can_be_deleted: bool = False  # in the admin, while nothing refers to the row
    # the columns of a row that never change but for the erasure that changed this one
    rewritten: Callable[[models.Model], tuple[str, ...]] = lambda row: ()

    @property
    def kind(self) -> str:
        """What the journal calls such a row."""
        return str(self.model._meta.verbose_name)

    @property
    def salted(self) -> tuple[str, ...]:
        """The columns in the salted digest."""
        return self.changeable + self.words

    def rows(self, club: UUID | None = None) -> QuerySet[models.Model]:
        """Return the rows of one club or of all, by id, without derived columns."""
        rows = self.model._default_manager.order_by("pk").defer(*self.derived)
        parent = self.club.rpartition(".")[0]
        if parent:
            rows = rows.select_related(parent)
        return rows.filter(**{self.club.replace(".", "__"): club}) if club else rows

    def club_of(self, row: models.Model) -> UUID:
        """Return the id of the row's club, or NO_CLUB."""
        club: UUID | None = attrgetter(self.club)(row)
        return club or NO_CLUB

    def seal(self, row: models.Model) -> "Seal":
        """Return what the row's entry is about.  Raises one of UNREADABLE for a damaged row."""
        content = referee.sha256(referee.canonical(self.fixed_columns(row)))
        return Seal(content, row_json.columns_to_json(row, self.salted))

    def fixed_columns(self, row: models.Model) -> JsonObject:
        """Return the columns that never change.  Raises one of UNREADABLE for a damaged row."""
        fields = {field.name for field in row._meta.concrete_fields}
        return row_json.columns_to_json(row, fields - {*self.salted, *self.derived})


class Seal(NamedTuple):
    """What an entry holds of a row: the digest of what never changes, and the columns of the salted digest."""

    content: str
    open_columns: JsonObject


_SEALED_OF_REVISIONS = {"id", "club", "digest"}  # the digest covers the other columns


def _covered_by_digest(model: type[SessionRevision | HandRevision]) -> tuple[str, ...]:
    columns = (field.name for field in model._meta.concrete_fields)
    return tuple(name for name in columns if name not in _SEALED_OF_REVISIONS)


def _with_other_seed(row: models.Model) -> tuple[str, ...]:
    plan = row.plan if isinstance(row, ScoringPlan) else None
    return ("plan",) if isinstance(plan, dict) and plan.get("drawn") else ()


FACTS = (
    Fact(
        model=Club,
        club="pk",
        changeable=("name", "visibility", "rules_on_own_hands", "shows_past_tricks"),
        # how accounts sign in here, where the days of the club begin, and what is computed here: no records
        derived=("second_step_for", "time_zone", "solves_endings"),
        can_be_deleted=True,
    ),
    Fact(model=MembershipChange),
    # the address is deleted when the invitation is closed; who joined by it, and when, is in the audit log
    Fact(model=Invitation, derived=("email", "uses", "used")),
    Fact(model=InvitationAcceptance, club="invitation.club_id"),
    Fact(model=InvitationRevocation, club="invitation.club_id"),
    Fact(model=Player, changeable=("name", "user"), can_be_deleted=True),
    Fact(model=PlayerMerge),
    Fact(model=MergeReversal, club="merge.club_id"),
    Fact(model=Erasure),
    Fact(
        model=Season, changeable=("name", "starts_on", "ends_on", "visibility"), can_be_deleted=True
    ),
    Fact(model=ScoringPlan, words=("reason",), rewritten=_with_other_seed),
    Fact(
        model=Session,
        changeable=("season", "visibility"),
        derived=(
            "head",
            "variant",
            "played_on",
            "place",
            "event",
            "round",
            "table",
            "listed_on",
            "entered_on",
        ),
    ),
    Fact(model=SessionRevision, derived=_covered_by_digest(SessionRevision)),
    Fact(model=Hand, derived=("head",)),
    Fact(model=HandRevision, derived=_covered_by_digest(HandRevision)),
    Fact(model=LoggedEvent, club="hand.club_id"),
    Fact(model=Transcript, words=("text",)),
    Fact(model=Confirmation),
    Fact(model=Comment, words=("text",)),
    Fact(model=CommentRemoval, club="comment.club_id"),
    Fact(model=HandVariation, words=("text",)),
    Fact(model=VariationRemoval, club="variation.club_id"),
    Fact(model=Dispute, words=("claim", "grounds", "evidence")),
    Fact(model=DisputeStatement, words=("text",)),
    Fact(model=Ruling, words=("reason",)),
    Fact(model=Withdrawal, club="dispute.club_id"),
    Fact(model=Link, words=("label",)),
    Fact(model=LinkRevocation, club="link.club_id"),
    Fact(model=AuditEntry),
)
BY_KIND: Mapping[str, Fact] = {fact.kind: fact for fact in FACTS}
BY_MODEL: Mapping[type[models.Model], Fact] = {fact.model: fact for fact in FACTS}


def read_rows(
    fact: Fact, subjects: Collection[str]
) -> tuple[dict[str, models.Model], dict[str, Exception]]:
    """Return the rows with these ids that exist, and the errors of those that cannot be read."""
    pk = fact.model._meta.pk
    ids = [pk.to_python(subject) for subject in subjects]
    try:
        return {str(row.pk): row for row in fact.rows().order_by().filter(pk__in=ids)}, {}
    except UNREADABLE:
        return _read_one_by_one(fact, ids)


def _read_one_by_one(
    fact: Fact, ids: Iterable[object]
) -> tuple[dict[str, models.Model], dict[str, Exception]]:
    rows: dict[str, models.Model] = {}
    damaged: dict[str, Exception] = {}
    for each in ids:
        try:
            rows.update({str(row.pk): row for row in fact.rows().filter(pk=each)})
        except UNREADABLE as error:
            damaged[str(each)] = error
    return rows, damaged

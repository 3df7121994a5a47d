"""Sessions, their revisions and their seats."""

import uuid
from datetime import date
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.formats import date_format
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext, gettext_lazy

import referee
from scorekeeper.models.clubs import Club, Visibility
from scorekeeper.models.days import check_day_of_play
from scorekeeper.models.players import Player
from scorekeeper.models.revisions import Revision
from scorekeeper.models.seasons import Season
from scorekeeper.models.time_zones import day_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def variant_choices() -> "list[tuple[str, str | StrPromise]]":
    """Return the choices; a callable, so that a new variant needs no migration."""
    return [(str(game["variant"]), gettext_lazy(str(game["name"]))) for game in referee.variants()]


NO_DAY = date.min
"""``listed_on`` of sessions from files: a file without a date may be of any day, so it is listed last."""
DAY_LISTED = Coalesce("played_on", "listed_on")
"""The day by which sessions are listed; ``NO_DAY`` if nobody said one, null for a moment after the previous release inserted a row."""

LABELS = ("event", "place", "round", "table")
"""Columns of a session with what people call it."""
LABELLED_BY_DAY = {
    "event": "sessions_of_an_event_by_day",
    "place": "sessions_at_a_place_by_day",
    "round": "sessions_of_a_round_by_day",
    "table": "sessions_at_a_table_by_day",
}
"""The names of the indexes for the latest sessions with a label."""


def _labelled_by_day(kind: str, name: str) -> models.Index:
    day = (DAY_LISTED.desc(), F("created_at").desc(), F("id"))
    return models.Index(
        F("club"), F(kind), *day, condition=models.Q((f"{kind}__gt", "")), name=name
    )


class Session(models.Model):
    """One sitting: the same players, one set of rules, many hands.

    The columns after ``head`` are copies from the head revision, for filters.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="sessions", db_index=False)
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="sessions", db_index=False
    )
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    head = models.OneToOneField("SessionRevision", models.PROTECT, related_name="+")
    variant = models.CharField(max_length=40, choices=variant_choices)
    played_on = models.DateField(null=True, blank=True, validators=[check_day_of_play])
    place = models.CharField(max_length=200, blank=True)
    event = models.CharField(max_length=200, blank=True)
    round = models.CharField(max_length=200, blank=True)
    table = models.CharField(max_length=200, blank=True)
    # see ``sessions/played_days.py``; the previous release inserts none
    listed_on = models.DateField(null=True, editable=False)
    # the day of ``created_at`` in the club's own time zone; null: the club has none, or the previous release inserted the row
    entered_on = models.DateField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at", "id"]
        indexes = [
            models.Index(
                F("club"),
                DAY_LISTED.desc(),
                F("created_at").desc(),
                F("id"),
                name="sessions_by_day",
            ),
            models.Index(
                F("season"),
                DAY_LISTED.desc(),
                F("created_at").desc(),
                F("id"),
                name="sessions_of_a_season_by_day",
            ),
            models.Index(
                F("club"),
                DAY_LISTED.desc(),
                F("created_at").desc(),
                F("id"),
                condition=models.Q(listed_on__gt=NO_DAY),
                name="sessions_logged_by_day",
            ),
            models.Index(
                F("club"),
                DAY_LISTED.desc(),
                F("created_at").desc(),
                F("id"),
                condition=models.Q(visibility=Visibility.PUBLIC),
                name="sessions_public_by_day",
            ),
            models.Index(
                DAY_LISTED.desc(),
                F("created_at").desc(),
                F("id"),
                condition=models.Q(visibility=Visibility.PUBLIC),
                name="public_sessions_by_day",
            ),
            models.Index(fields=["club", "variant", "-created_at"], name="sessions_of_a_game"),
            models.Index(fields=["season", "-created_at"], name="sessions_of_a_season"),
            models.Index(
                fields=["club", "round", "-created_at"],
                condition=models.Q(round__gt=""),
                name="sessions_of_a_round",
            ),
            models.Index(
                fields=["club", "table", "-created_at"],
                condition=models.Q(table__gt=""),
                name="sessions_at_a_table",
            ),
            *(_labelled_by_day(kind, name) for kind, name in LABELLED_BY_DAY.items()),
            models.Index(fields=["-created_at", "id"], name="sessions_by_creation"),
            models.Index(
                fields=["id"], condition=models.Q(listed_on=None), name="sessions_not_listed"
            ),
            models.Index(fields=["club", "-created_at"], name="sessions_of_a_club"),
            models.Index(fields=["club", "event", "round", "table"], name="sessions_of_an_event"),
            models.Index(fields=["club", "visibility", "variant"], name="club_sessions_seen"),
            models.Index(fields=["season", "visibility", "variant"], name="season_sessions_seen"),
        ]

    def __str__(self) -> str:
        when = self.played_on or self.day_entered
        return f"{self.get_variant_display()}, {when}"

    @property
    def when(self) -> str:
        """The day of play in words; of a session without one, that it has none, and when it was entered."""
        if self.played_on:
            return date_format(self.played_on)
        entered = date_format(self.day_entered)
        return gettext("no date, entered %(day)s") % {"day": entered}

    @property
    def day_entered(self) -> date:
        """The day on which the session was opened, or entered from a file, where the club is."""
        return self.entered_on or day_of(self.created_at, get_default_timezone())


class SessionLabel(models.Model):
    """An event, place, round or table that a session of the club has, or had: what searches look for words in.

    A trigger of the database notes the labels of every session that is written.  Two writers at once may note the same label twice.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=5)  # one of LABELS
    text = models.CharField(max_length=200)

    class Meta:
        indexes = [models.Index(fields=["club", "kind", "text"], name="labels_of_a_club")]

    def __str__(self) -> str:
        return self.text


class SessionRevision(Revision):
    """A version of a session's record: variant, house rules, players, carried-in totals, labels."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="revisions", db_index=False)

    class Meta(Revision.Meta):
        indexes = [
            models.Index(
                name="session_corrections", fields=["club"], condition=models.Q(number__gt=1)
            ),
            models.Index(name="session_revisions_by_time", fields=["club", "at"]),
        ]
        constraints = [
            models.UniqueConstraint(
                name="session_revision_numbered_once",
                fields=["session", "number"],
                violation_error_message="A session has one revision of each number.",
            ),
            models.CheckConstraint(
                name="session_revisions_count_from_one",
                condition=models.Q(number__gte=1),
                violation_error_message="Revisions count from 1.",
            ),
        ]


class Seat(models.Model):
    """A player's place in a session, numbered clockwise from 1."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(Session, models.CASCADE, related_name="seats", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="seat_taken_once",
                fields=["session", "number"],
                violation_error_message="Two players cannot share a seat.",
            ),
            models.UniqueConstraint(
                name="player_seated_once",
                fields=["session", "player"],
                violation_error_message="A player cannot take two seats.",
            ),
            models.CheckConstraint(
                name="seats_count_from_one",
                condition=models.Q(number__gte=1),
                violation_error_message="Seats count from 1.",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

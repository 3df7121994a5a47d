"""Clubs and their members."""

import uuid
from datetime import date, datetime, tzinfo

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from scorekeeper.models.limits import MAX_NAME, check_name
from scorekeeper.models.time_zones import MAX_ZONE, check_time_zone, day_of, today, zone_of


class Visibility(models.TextChoices):
    """Who may see something: the club's members, or anybody."""

    PRIVATE = "private"
    PUBLIC = "public"


class Role(models.TextChoices):
    """A member's role in a club."""

    OWNER = "owner", gettext_lazy("Owner")
    REFEREE = "referee", gettext_lazy("Referee")
    SCORER = "scorer", gettext_lazy("Scorer")
    MEMBER = "member", gettext_lazy("Member")


class SecondStepFor(models.TextChoices):
    """The roles whose rights a club gives only to accounts that sign in with a second step."""

    NOBODY = "", gettext_lazy("Nobody")
    OWNERS = "owners", gettext_lazy("Owners")
    REFEREES = "referees", gettext_lazy("Referees and owners")


class Club(models.Model):
    """A group of players with common records."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=MAX_NAME, validators=[check_name])
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    rules_on_own_hands = models.BooleanField(
        default=False, help_text="A referee may rule on a hand they played in; it is then said."
    )
    shows_past_tricks = models.BooleanField(
        default=False,
        db_default=False,
        help_text="In Gang of Four, past tricks of an unfinished hand are shown to those who look on (G36).",
    )
    second_step_for = models.CharField(
        max_length=10,
        choices=SecondStepFor.choices,
        blank=True,
        default="",
        db_default="",
        help_text="Who has these roles must sign in with a second step; until then a smaller role counts.",
    )
    time_zone = models.CharField(
        max_length=MAX_ZONE,
        blank=True,
        default="",
        db_default="",
        validators=[check_time_zone],
        help_text="Decides on which day something happened, by its IANA name; empty: the installation's.",
    )
    solves_endings = models.BooleanField(
        default=True,
        db_default=True,
        help_text="Of finished hands it is found out, with all cards open, where a certain win was taken or given away.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                name="club_has_a_name",
                condition=~models.Q(name=""),
                violation_error_message="A club needs a name.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> tzinfo:
        """The club's time zone."""
        return zone_of(self.time_zone)

    @property
    def today(self) -> date:
        """What day it is in the club's time zone."""
        return today(self.zone)

    def own_day(self, moment: datetime) -> date | None:
        """Return the day of a moment in the club's own time zone; None without one: it is that of the installation."""
        return day_of(moment, self.zone) if self.time_zone else None


class Departure(models.Model):
    """A club that moved to another installation.  While the row exists, the database refuses changes of the club."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="departure")
    address = models.CharField(max_length=200)  # of the other installation
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.club} moved to {self.address}"


class MembershipChange(models.Model):
    """A user was given a role in a club, or left it.  Rows are only ever added."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="membership_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    role = models.CharField(max_length=10, choices=Role.choices, blank=True)  # blank: has left
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.role or 'has left'}"


class Member(models.Model):
    """A user's current role in a club, derived from the membership changes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    since = models.DateTimeField()

    class Meta:
        ordering = ["since", "id"]
        constraints = [
            models.UniqueConstraint(
                name="member_has_one_role",
                fields=["club", "user"],
                violation_error_message="A member has one role in a club.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"

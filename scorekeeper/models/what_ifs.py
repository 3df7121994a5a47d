"""Other house rules that are tried, and perhaps applied, on all sessions of a game in a long season.

Derived, and deleted some days after they are finished: what was applied is in the revisions of the sessions.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Session


class WhatIf(models.Model):
    """A season judged by other house rules: what workers have found out, and how far they are with it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    season = models.ForeignKey(Season, models.CASCADE, related_name="what_ifs")
    variant = models.CharField(max_length=40)
    # NULL: those of each session, by the current edition of the referee's tables
    house_rules = JSONTextField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)  # when every session was judged
    apply_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    apply_from = models.DateTimeField(null=True)  # when somebody asked to apply the rules
    reason = models.TextField(blank=True)  # for applying them; empty again afterwards
    applied_at = models.DateTimeField(null=True)  # when every session was judged by them for good
    cancelled_at = models.DateTimeField(null=True)
    sessions = models.PositiveIntegerField(null=True)  # NULL: no worker has listed them yet
    left = models.PositiveIntegerField(null=True)  # sessions still to try, or to apply the rules to
    changed = models.PositiveIntegerField(default=0)  # sessions in which something changes
    failed = models.PositiveIntegerField(default=0)  # sessions that the rules cannot judge
    players = JSONTextField(default=list)  # whose total or place changes, largest gain first
    season_version = models.CharField(max_length=80, blank=True)  # digest of the table compared to

    class Meta:
        indexes = [
            models.Index(
                name="what_ifs_under_way",
                fields=["at", "id"],
                condition=Q(cancelled_at=None)
                & (Q(tried_at=None) | Q(apply_from__isnull=False, applied_at=None)),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="one_application_in_a_season_at_a_time",
                fields=["season", "variant"],
                condition=Q(apply_from__isnull=False, applied_at=None, cancelled_at=None),
                violation_error_message="House rules are being applied to these sessions already.",
            ),
        ]

    def __str__(self) -> str:
        return f"other house rules for {self.season}"

    @property
    def done(self) -> int:
        """The number of sessions that are done."""
        return (self.sessions or 0) - (self.left or 0)


class WhatIfStep(models.TextChoices):
    """What workers have still to do with a session."""

    TRY = "try"
    APPLY = "apply"
    NOTHING = "nothing"


class WhatIfSession(models.Model):
    """A session under other house rules: what changes in it, and what workers have still to do."""

    id = models.BigAutoField(primary_key=True)
    what_if = models.ForeignKey(WhatIf, models.CASCADE, related_name="steps", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.CASCADE, related_name="+")
    next_step = models.CharField(max_length=10, choices=WhatIfStep.choices)
    input_digest = models.CharField(max_length=80, blank=True)  # of the result that was compared
    effects = JSONTextField(null=True)  # NULL: nothing changes
    outcome = JSONTextField(null=True)  # that scores are counted from, where something changes
    failure = JSONTextField(null=True)  # why the rules cannot judge the session

    class Meta:
        indexes = [
            models.Index(
                name="what_if_sessions_to_do",
                fields=["what_if", "id"],
                condition=~Q(next_step="nothing"),
            ),
            models.Index(
                name="what_if_sessions_listed",
                fields=["what_if", "id"],
                condition=Q(effects__isnull=False) | Q(failure__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="session_is_tried_once_by_a_what_if",
                fields=["what_if", "session"],
                violation_error_message="Other house rules are tried once on a session.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} by other house rules"

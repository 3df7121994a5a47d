"""Seasons: periods over which a club counts standings."""

import uuid
from datetime import date

from django.db import models

from scorekeeper.models.clubs import Club, Visibility
from scorekeeper.models.days import check_day
from scorekeeper.models.limits import MAX_NAME, check_name


class Season(models.Model):
    """A club's season.  First and last day are optional."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons", db_index=False)
    name = models.CharField(max_length=MAX_NAME, validators=[check_name])
    starts_on = models.DateField(null=True, blank=True, validators=[check_day])
    ends_on = models.DateField(null=True, blank=True, validators=[check_day])
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "name", "id"]
        constraints = [
            models.CheckConstraint(
                name="season_has_a_name",
                condition=~models.Q(name=""),
                violation_error_message="A season needs a name.",
            ),
            models.UniqueConstraint(
                name="season_named_once_in_a_club",
                fields=["club", "name"],
                violation_error_message="Two seasons of a club cannot have the same name.",
            ),
            models.CheckConstraint(
                name="season_ends_after_it_starts",
                condition=models.Q(ends_on__gte=models.F("starts_on"))
                | models.Q(starts_on=None)
                | models.Q(ends_on=None),
                violation_error_message="A season cannot end before it starts.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def covers(self, day: date) -> bool:
        """Return whether a day falls into the season, which is open where it has no first or last day."""
        begun = self.starts_on is None or day >= self.starts_on
        return begun and (self.ends_on is None or day <= self.ends_on)

"""Awards that a club gives in each of its seasons.  A row stays when the award is taken away."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField
from scorekeeper.models.limits import MAX_NAME, check_name


class Award(models.Model):
    """An award of a club, won by a search for hands."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="awards")
    name = models.CharField(max_length=MAX_NAME, validators=[check_name])
    search = CanonicalJSONField()  # the filters that have a value, under their names in the API
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    # NULL: it is given
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="award_has_a_name",
                condition=~Q(name=""),
                violation_error_message="An award needs a name.",
            ),
            models.CheckConstraint(
                name="award_taken_away_by_somebody",
                condition=Q(removed_at=None, removed_by=None)
                | Q(removed_at__isnull=False, removed_by__isnull=False),
                violation_error_message="An award is taken away by somebody.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

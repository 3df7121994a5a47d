"""What failed in a worker's loop and waits for another try."""

from django.db import models

from scorekeeper.models.clubs import Club


class WorkFailure(models.Model):
    """A row that a worker could not work on.  Deleted once it succeeds."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=40)  # `set_aside.WorkKind`
    row = models.UUIDField()  # of the row, or of the one that ``part`` belongs to
    part = models.CharField(max_length=80, blank=True)
    club = models.ForeignKey(
        Club, models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )
    version = models.CharField(max_length=200, blank=True)  # another one: the row has changed
    error = models.TextField()
    tries = models.PositiveIntegerField(default=0)  # of this version
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    next_try_at = models.DateTimeField(null=True)  # NULL: set aside

    class Meta:
        ordering = ["-last_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                name="failure_of_a_row_is_noted_once",
                fields=["kind", "row", "part"],
                violation_error_message="What failed with a row is noted once.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.part or self.row}"

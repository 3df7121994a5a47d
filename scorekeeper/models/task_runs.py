"""What became of the tasks of workers: one row for each kind of task, for operators only."""

from django.db import models


class TaskRun(models.Model):
    """When a task ended well and when not, as all processes note it; also beat's last message and the last backup."""

    name = models.CharField(primary_key=True, max_length=100)  # a task's, or of `TaskRunName`
    succeeded_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    failures = models.PositiveBigIntegerField(default=0)
    retries = models.PositiveBigIntegerField(default=0)  # tries that are to be repeated
    error = models.CharField(max_length=100, blank=True)  # kind of the last failure or retry

    def __str__(self) -> str:
        return f"runs of {self.name}"

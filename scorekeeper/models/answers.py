"""Stored answers for requests that are sent again with the same Idempotency-Key."""

from django.db import models


class GivenAnswer(models.Model):
    """The answer to a request with an ``Idempotency-Key``; deleted after some days."""

    id = models.BigAutoField(primary_key=True)
    owner = models.CharField(max_length=80)  # the account, limited token or link that sent it
    key = models.CharField(max_length=255)
    request_digest = models.CharField(max_length=80)  # of method, path and body
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.TextField(default="{}")
    body = models.TextField(default="")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="key_used_once",
                fields=["owner", "key"],
                violation_error_message="A key stands for one request.",
            ),
        ]

    def __str__(self) -> str:
        return self.key

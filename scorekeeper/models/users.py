"""People with an account."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of tokens
    """Somebody who signs in.  A player at a table need not have an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

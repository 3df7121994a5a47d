"""Message signatures by the Standard Webhooks specification.

A secret is derived from SECRET_KEY, the webhook's id and a counter.  It is not stored, so backups and exports contain
none.  While a secret or SECRET_KEY is being rotated, a message carries a signature for each valid secret.
"""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from scorekeeper.models import Webhook

OVERLAP = timedelta(hours=24)
"""How long the previous secret stays valid after a renewal."""

_PREFIX = "whsec_"
_SALT = "scorekeeper.webhooks.signatures"


def secret_of(webhook: Webhook) -> str:
    """Return the webhook's current secret in the form that its receiver configures."""
    secret = _derive(webhook, webhook.secret_number, settings.SECRET_KEY)
    return _PREFIX + base64.b64encode(secret).decode()


def signature_headers(webhook: Webhook, message: str, body: str, *, at: datetime) -> dict[str, str]:
    """Return the headers with the message's id, its time and its signatures."""
    timestamp = str(int(at.timestamp()))
    content = f"{message}.{timestamp}.{body}".encode()
    signatures = [_signature(secret, content) for secret in _valid_secrets(webhook, at)]
    return {
        "webhook-id": message,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: bytes, content: bytes) -> str:
    digest = hmac.new(secret, content, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def _valid_secrets(webhook: Webhook, at: datetime) -> Sequence[bytes]:
    """Return every secret that a receiver may still use, newest first."""
    numbers = [webhook.secret_number]
    if webhook.secret_number > 1 and at < webhook.secret_since + OVERLAP:
        numbers.append(webhook.secret_number - 1)
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_derive(webhook, number, key) for number in numbers for key in keys]


def _derive(webhook: Webhook, number: int, key: str) -> bytes:
    value = f"{webhook.pk.hex}.{number}"
    return salted_hmac(_SALT, value, secret=key, algorithm="sha256").digest()

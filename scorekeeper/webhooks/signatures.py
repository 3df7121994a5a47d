"""What a webhook's messages are signed with, as the Standard Webhooks specification has it.

A secret is derived from the installation's key, the webhook and a number that counts up; it is kept nowhere, so no
backup and no export holds one.  While a secret is being replaced, and while the installation's key is, a message carries
a signature for each that is good.
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
"""For so long the secret before signs, too."""

_PREFIX = "whsec_"
_SALT = "scorekeeper.webhooks.signatures"


def secret_of(webhook: Webhook) -> str:
    """The webhook's secret, as its receiver is given it."""
    derived = _derived(webhook, webhook.secret_number, settings.SECRET_KEY)
    return _PREFIX + base64.b64encode(derived).decode()


def signed(webhook: Webhook, message: str, body: str, *, at: datetime) -> dict[str, str]:
    """The headers that say which message this is, when it was sent, and that it comes from here."""
    moment = str(int(at.timestamp()))
    content = f"{message}.{moment}.{body}".encode()
    signatures = [_signature(secret, content) for secret in _good(webhook, at)]
    return {
        "webhook-id": message,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: bytes, content: bytes) -> str:
    digest = hmac.new(secret, content, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def _good(webhook: Webhook, at: datetime) -> Sequence[bytes]:
    """Every secret that a receiver may still go by, the newest first."""
    numbers = [webhook.secret_number]
    if webhook.secret_number > 1 and at < webhook.secret_since + OVERLAP:
        numbers.append(webhook.secret_number - 1)
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_derived(webhook, number, key) for number in numbers for key in keys]


def _derived(webhook: Webhook, number: int, key: str) -> bytes:
    what = f"{webhook.pk.hex}.{number}"
    return salted_hmac(_SALT, what, secret=key, algorithm="sha256").digest()

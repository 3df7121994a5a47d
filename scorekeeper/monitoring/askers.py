"""Who asks, as limits count requests: an account, a link, or else a network."""

from typing import NamedTuple

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from scorekeeper.access import Holder
from scorekeeper.accounts.rate_limits import address_group


class Asker(NamedTuple):
    """Whoever is counted together."""

    key: str
    has_account: bool


def asker_of(request: Request | HttpRequest) -> Asker:
    """Return the account or the link of a request, whatever token it sends, or else the network that it comes from."""
    person = getattr(request, "user", None)  # none yet where a file is sent
    if isinstance(person, Holder):
        return Asker(f"link:{person.link.pk}", has_account=False)
    if person is not None and person.is_authenticated:
        return Asker(f"account:{person.pk}", has_account=True)
    address = BaseThrottle().get_ident(request)  # type: ignore[arg-type]
    return Asker(f"address:{address_group(address or '')}", has_account=False)

"""Rate limits by network address and by account, for API and pages alike.

An attempt to guess a password is counted twice: for the address group from which it came, and for the account that was
named, whether the account exists or not.  A right password resets the account's count, not that of the addresses.
A browser that has signed in to the account before is counted by itself: strangers cannot keep the owner out of it.
"""

import secrets
import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, ScopedRateThrottle, SimpleRateThrottle

KNOWN_BROWSER = "known_browser"
KNOWN_FOR = 365 * 24 * 3600  # seconds
STEPS_PER_REQUEST = 1_000
"""So many steps of the referee count as one more request without an account."""
PREFIX = 64  # bits: providers give one IPv6 network of this size or larger to each customer


def address_group(address: str) -> str:
    """Return what is counted as one asker: an IPv4 address, or the /64 network of an IPv6 address.

    >>> address_group("::ffff:192.0.2.1"), address_group("2001:db8::5")
    ('192.0.2.1', '2001:db8::/64')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # of a Unix socket, or whatever a proxy wrote
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, PREFIX), strict=False))


class CountedThrottle(SimpleRateThrottle):
    """A rate limit whose count the cache itself adds to.

    DRF's reads and writes a list of times: of many requests at the same moment it keeps one.
    """

    num_requests: int
    duration: int
    cache_format = (
        "count_%(scope)s_%(ident)s"  # not DRF's, under which an earlier release has lists
    )

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count the request, and return whether it is within the limit."""
        return self.add(request, view, 1)

    def add(self, request: Any, view: Any, requests: int) -> bool:
        """Count so many requests made now, and return whether all are within the limit."""
        key = self.get_cache_key(request, view)
        if key is None or self.rate is None:
            return True
        key = f"{key}_{self.period()}"
        self.cache.add(key, 0, self.duration)
        try:
            return bool(self.cache.incr(key, requests) <= self.num_requests)
        except ValueError:  # the count has just expired
            return True

    def wait(self) -> float:
        """Return after how many seconds the next count begins."""
        return self.duration - time.time() % self.duration

    def period(self) -> int:
        """Return the number of the present period; each begins to count anew."""
        return int(time.time() // self.duration)


class AnonymousRateThrottle(AnonRateThrottle, CountedThrottle):
    """The rate limit of requests without an account, by address group."""

    def get_ident(self, request: Request) -> str:
        return address_group(super().get_ident(request) or "")

    def add_work(self, request: Any, steps: int) -> None:
        """Count the steps of the referee that a request takes as more requests, unless it has an account."""
        if not request.user.is_authenticated:
            self.add(request, None, steps // STEPS_PER_REQUEST)


class ScopeRateThrottle(ScopedRateThrottle, CountedThrottle):
    """The rate limit of a view's ``throttle_scope``, by account, or by address group without one."""

    def get_ident(self, request: Request) -> str:
        return address_group(super().get_ident(request) or "")


class AccountThrottle(CountedThrottle):
    """The rate limit of attempts for one account, from wherever they come.

    ``account`` is the name or address that was typed, of which only a digest is stored; passwords and codes count apart.
    """

    scope = "account"

    def __init__(self, account: str, *, kind: str = "password") -> None:
        super().__init__()
        self.account, self.kind = _digest(account), kind

    def get_cache_key(self, request: Request | HttpRequest, view: object) -> str:
        """Return the key of the count: of the account, or of a browser that signed in to it before."""
        known = (
            request.get_signed_cookie(KNOWN_BROWSER, "", salt=KNOWN_BROWSER, max_age=KNOWN_FOR)
            or ""
        )
        account, _, browser = known.partition(":")
        by = browser if account == self.account else ""
        return self.cache_format % {
            "scope": self.scope,
            "ident": f"{self.kind}_{self.account}_{by}",
        }

    def reset(self, request: Request | HttpRequest) -> None:
        """Forget the attempts, because the password was right."""
        self.cache.delete(f"{self.get_cache_key(request, None)}_{self.period()}")


class SignUpThrottle(AnonymousRateThrottle):
    """The rate limit of asking to sign up, by address group."""

    scope = "sign-up"


class SignUpMailThrottle(CountedThrottle):
    """The limit of mails with a sign-up link that the installation sends in a day, whoever asks."""

    scope = "sign-up mails"

    def get_cache_key(self, request: Request | HttpRequest, view: object) -> str:
        """Return the key of the only count."""
        return self.cache_format % {"scope": "sign-up-mails", "ident": "all"}

    def is_used_up(self) -> bool:
        """Return whether no more mails may be sent today."""
        key = f"{self.get_cache_key(HttpRequest(), None)}_{self.period()}"
        return bool(self.cache.get(key, 0) >= self.num_requests)

    def count_mail(self) -> None:
        """Count a mail that was sent."""
        self.add(HttpRequest(), None, 1)


def remember_browser(response: HttpResponse, account: str) -> None:
    """Set the cookie of a browser that has signed in to an account."""
    response.set_signed_cookie(
        KNOWN_BROWSER,
        f"{_digest(account)}:{secrets.token_hex(8)}",
        salt=KNOWN_BROWSER,
        max_age=KNOWN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _digest(account: str) -> str:
    return salted_hmac(AccountThrottle.scope, account.strip().casefold()).hexdigest()

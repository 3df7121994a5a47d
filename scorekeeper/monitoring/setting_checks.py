"""Are the settings those of an installation that people reach?"""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core import checks

from scorekeeper.monitoring.findings import Finding, ok, warning, wrong

SUBJECT = "settings"
OF_HTTPS = frozenset(
    {"security.W004", "security.W008", "security.W012", "security.W010", "security.W016"}
)
"""Django's checks that the setting HTTPS answers together."""


def check_settings() -> Iterator[Finding]:
    """Yield what Django's checks find, with those of a deployment unless the service answers this computer only."""
    messages = checks.run_checks(include_deployment_checks=not settings.EMBEDDED)
    serious = [
        each
        for each in messages
        if each.level >= checks.WARNING
        and not each.is_silenced()
        and (settings.HTTPS or each.id not in OF_HTTPS)
    ]
    for each in serious:
        finding = wrong if each.level >= checks.ERROR else warning
        sentence, _, rest = str(each.msg).partition(". ")
        yield finding(SUBJECT, f"{sentence.rstrip('.')} ({each.id}).", str(each.hint or rest))
    if not serious:
        yield ok(SUBJECT, f"Django has nothing to say. The time zone is {settings.TIME_ZONE}.")


def check_address() -> Iterator[Finding]:
    """Yield what keeps people from reaching the service under its names."""
    if settings.EMBEDDED and not settings.SITE:
        yield ok("address", "The service answers this computer only.")
        return
    if not settings.SITE:
        yield warning(
            "address",
            "The address of the service is not known.",
            "Set ALLOWED_HOSTS to its names, or SITE to its address: links in mails need it.",
        )
    if not settings.HTTPS and not settings.EMBEDDED:
        yield warning(
            "address",
            "Passwords travel without encryption (HTTPS=no).",
            "Let a proxy speak HTTPS, and leave HTTPS out of the settings.",
        )
    if settings.HTTPS and not settings.SECURE_PROXY_SSL_HEADER:
        yield warning(
            "address",
            "HTTPS is on, but no proxy is said to be in front.",
            "Set BEHIND_PROXY=yes if the proxy sets X-Forwarded-Proto: otherwise every request is redirected for ever.",
        )
    if settings.SITE:
        yield ok("address", f"People reach the service at {settings.SITE}.")


def check_static_files() -> Iterator[Finding]:
    """Yield whether the static files were collected."""
    if not settings.STATIC_ROOT:
        if not settings.EMBEDDED:
            yield warning(
                "static files",
                "They are served from the source directories, without hashes and compression.",
                "Set STATIC_ROOT and run `manage.py collectstatic`.",
            )
        return
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists():
        yield ok("static files", f"They are in {settings.STATIC_ROOT}.")
    else:
        yield wrong(
            "static files",
            f"There are none in {settings.STATIC_ROOT}: every page fails.",
            "Run `manage.py collectstatic`.",
        )

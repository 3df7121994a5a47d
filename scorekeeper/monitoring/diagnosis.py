"""All checks of an installation, each alone: a check that fails is a finding, and the others go on."""

from collections.abc import Callable, Iterable, Iterator

from scorekeeper.monitoring import server_checks, setting_checks, work_checks
from scorekeeper.monitoring.findings import Finding, Level, wrong

Check = Callable[[], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    setting_checks.check_settings,
    setting_checks.check_address,
    setting_checks.check_static_files,
    server_checks.check_disk,
    server_checks.check_mail,
    server_checks.check_broker,
    server_checks.check_cache,
    server_checks.check_replica,
)
"""Checks that need no database."""

FIRST_CHECKS_OF_THE_DATABASE: tuple[Check, ...] = (
    server_checks.check_database,
    server_checks.check_migrations,
)
"""Where one of these finds something wrong, nothing else can be asked."""

CHECKS_OF_THE_DATABASE: tuple[Check, ...] = (
    server_checks.check_clock,
    work_checks.check_beat,
    work_checks.check_tasks,
    work_checks.check_work,
    work_checks.check_failed_work,
    work_checks.check_values,
    work_checks.check_backup,
)
"""Checks that ask a database with all tables."""


def examine() -> Iterator[Finding]:
    """Yield what all checks find."""
    for check in CHECKS:
        yield from _alone(check)
    for check in FIRST_CHECKS_OF_THE_DATABASE:
        findings = list(_alone(check))
        yield from findings
        if any(finding.level is Level.WRONG for finding in findings):
            return
    for check in CHECKS_OF_THE_DATABASE:
        yield from _alone(check)


def _alone(check: Check) -> Iterator[Finding]:
    name = check.__name__.removeprefix("check_").replace("_", " ")
    try:
        yield from check()
    except Exception as error:  # of whatever a broken installation makes fail
        words = " ".join(f"{type(error).__name__}: {error}".split())
        yield wrong(
            name, f"This cannot be told: {words}", "Mend what else is wrong, and run this again."
        )

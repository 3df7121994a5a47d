"""The outcome of each record, as the templates show it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

import referee
from scorekeeper.imports.lines import CHANGED_SINCE, CORRECTED, LineOutcome
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.review.evaluation import ReviewedLine
from scorekeeper.models import Import, ImportLine, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.imports.text import OUTCOMES, describe_error
from scorekeeper.sessions import document
from scorekeeper.sessions.document import SeatedPlayer

LINES = 50  # of a report, on each page


def outcome_counts(outcomes: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the outcomes that occur, in words, with their numbers."""
    return [
        {"outcome": str(outcome), "words": words, "count": outcomes[outcome]}
        for outcome, words in OUTCOMES.items()
        if outcomes[outcome]
    ]


def stored_lines(row: Import, page: Any) -> list[dict[str, Any]]:
    """Return the outcome of each record of an import, with its session where that still exists."""
    sessions = Session.objects.select_related("result").filter(
        club=row.club, pk__in=[line.session for line in page if line.session]
    )
    existing = {session.pk: session for session in sessions}
    seated = document.players_in(row.club_id, existing)
    shown = []
    for line in page:
        outcome, error = LineOutcome(line.outcome), line.details.get("error")
        words = _line(line, outcome, error, row, existing)
        if line.session in existing:
            words |= _as_it_is_now(existing[line.session], seated[line.session])
        shown.append(words)
    return shown


def _as_it_is_now(session: Session, seated: Sequence[SeatedPlayer]) -> dict[str, Any]:
    """Return the day of a session, its players and their totals."""
    totals = session.result.totals or [None] * len(seated)
    return {
        "date": session.played_on,
        "is_undated": session.played_on is None,
        "players": [
            {"name": seat.name, "points": plain(total)}
            for seat, total in zip(seated, totals, strict=True)
        ],
    }


def reviewed_lines(
    lines: Iterable[ReviewedLine], row: Import, existing: Collection[UUID]
) -> list[dict[str, Any]]:
    """Return what would become of each record, with its date, its players and their points."""
    return [
        _line(one.line, one.outcome, one.error, row, existing)
        | {
            "date": _day(one.played_on),
            "is_undated": one.outcome is LineOutcome.NEW and not one.played_on,
            "players": [
                {
                    "name": seat.player,
                    "written": seat.name if seat.name != seat.player else "",
                    "is_new": seat.is_new,
                    "is_open": seat.is_open,
                    "points": plain(seat.points),
                }
                for seat in one.players
            ],
            "uneven": one.line.details.get("uneven", 0),
            "season": one.season,
            "is_repeated": one.is_repeated,
            "is_changed": one.is_changed,
            "named_season": one.line.details.get("season"),
        }
        | ({"session": one.difference.session.pk} if one.difference else {})
        for one in lines
    ]


def rules_used(lines: Iterable[ReviewedLine]) -> list[dict[str, Any]]:
    """Return the games and house rules under which new sessions are counted, with their numbers."""
    used: dict[tuple[str, str], int] = {}
    for one in lines:
        rules = one.line.details.get("house_rules")
        if one.outcome is LineOutcome.NEW and rules is not None:
            variant = one.line.details["variant"]
            key = (variant, rules_text(variant, rules))
            used[key] = used.get(key, 0) + 1
    games = dict(variant_choices())
    return [
        {"game": games[variant], "rules": text, "sessions": sessions, "alone": len(used) == 1}
        for (variant, text), sessions in used.items()
    ]


def rules_text(variant: str, rules: Mapping[str, Any]) -> str:
    """Return the names and values of the house rules that differ from the game's defaults."""
    usual = referee.rules_for(variant).house_rules
    differing = {name: value for name, value in rules.items() if value != usual.get(name)}
    return house_rules.on_one_line(variant, differing)


def _line(
    line: ImportLine,
    outcome: LineOutcome,
    error: Mapping[str, Any] | None,
    row: Import,
    existing: Collection[UUID],
) -> dict[str, Any]:
    return {
        "number": line.number,
        "line": line.details.get("line"),
        "is_turned": ImportOptions.from_json(row.options).is_turned,
        "lines": line.details.get("lines") or [line.details.get("line")],
        "outcome": str(outcome),
        "words": OUTCOMES[outcome],
        "session": line.session if line.session in existing else None,
        "game": dict(variant_choices()).get(line.details.get("variant"), ""),
        "hands": line.details.get("hands"),
        "verdicts": line.details.get("verdicts") or {},
        "wrong": describe_error(error, row.notation) if error else None,
        "corrected": line.details.get(CORRECTED),
        "is_changed": line.details.get(CHANGED_SINCE, False),
        "left_out": _left_out(line.details) if outcome is LineOutcome.MALFORMED else None,
    }


def _left_out(details: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the day and the number of hands of the session that a refused record leaves out, if they are known."""
    session = details.get("left_out") or details
    return (
        {"date": _day(session.get("played_on")), "hands": session["hands"]}
        if "hands" in session
        else None
    )


def _day(written: str | None) -> date | None:
    try:
        return date.fromisoformat(written or "")
    except ValueError:
        return None

"""Results of ties in the parts of a season, stored at present and before the last day."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from scorekeeper.models import CountedScope, ScopeStanding, SeasonCount, Visibility, days
from scorekeeper.standings import stored_scopes, tie_breaks, tie_results
from scorekeeper.standings.plans.plan import Plan, TieBreak
from scorekeeper.standings.scope import LABELS, Scope
from scorekeeper.standings.tie_results import TieResults


def store_ties(count: SeasonCount, plan: Plan) -> None:
    """Store the results of ties in every part of the season; those that were counted from the same scores are kept."""
    with_public = parts_with_public_sessions(count)
    for stored in count.scopes.all():
        known = {**count.ties, **stored.ties, **(stored.public_ties or {})}
        ties, public_ties = count_ties(stored, plan, known), None
        if stored.pk in with_public:
            public_ties = count_ties(stored, plan, known, public_only=True)
        if (ties, public_ties) != (stored.ties, stored.public_ties):
            stored.ties, stored.public_ties = ties, public_ties
            stored.save(update_fields=["ties", "public_ties"])


def parts_with_public_sessions(count: SeasonCount) -> set[int]:
    """Return the keys of the parts of a season that have lines of public sessions."""
    public = count.season.sessions.filter(visibility=Visibility.PUBLIC)
    if not public.order_by("variant")[:1]:  # in the order of an index; most seasons have none
        return set()
    lines = ScopeStanding.objects.filter(scope=OuterRef("pk"), public__isnull=False)
    return set(count.scopes.filter(Exists(lines)).values_list("pk", flat=True))


def count_ties(
    stored: CountedScope, plan: Plan, known: TieResults, *, public_only: bool = False
) -> dict[str, Any]:
    """Return the results of ties in a part of a season at present, and before its last day; known ones are not counted."""
    if tie_breaks.NEEDING_HANDS.isdisjoint(plan.tie_breaks):
        return {}
    labels = {label: value for label in LABELS if (value := getattr(stored, label))}
    last = stored_scopes.last_day(stored)
    if last is None:
        return {}
    now = Scope(**labels, public_only=public_only)
    before = replace(now, as_of=days.day_before(last))
    return {**_ties(stored, plan, now, known), **_ties(stored, plan, before, known)}


def _ties(stored: CountedScope, plan: Plan, scope: Scope, known: TieResults) -> TieResults:
    def find(key: str, tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[str, float | None]:
        scores = tie_results.scores_in(stored.count.season, scope)
        return known.get(key) or tie_results.count(scores, tie_break, group, {})

    rows = stored_scopes.lines_at(stored, scope.as_of, public_only=scope.public_only)
    lines = {player: row.line for player, (_, row) in rows.items()}
    digests = {player: row.input_digest for player, (_, row) in rows.items()}
    return tie_results.needed(plan, lines, digests, find)

"""What possible decisions on a dispute would change, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy

from scorekeeper.disputes.ruling import RulingPreview
from scorekeeper.disputes.stakes import Outlook
from scorekeeper.models import Decision, Dispute
from scorekeeper.pages.display import changes_table, conflicts
from scorekeeper.pages.disputes.detail import DECISIONS, MEANINGS
from scorekeeper.standings.impact import Gravity

AT_STAKE = {
    Gravity.WINNER: gettext_lazy("who wins or leads"),
    Gravity.PLACE: gettext_lazy("a place in the season"),
    Gravity.TOTALS: gettext_lazy("the totals"),
    Gravity.POINTS: gettext_lazy("the points of a hand"),
    Gravity.NOTHING: gettext_lazy("nothing"),
}


@dataclass(frozen=True, kw_only=True)
class TriedDecision:
    """A possible decision and what it would change."""

    decision: str
    words: str
    meaning: str  # empty where the words are enough
    possible: bool
    why_not: str
    at_stake: str
    swing: float
    totals: changes_table.NumberRow
    changes: changes_table.ChangeText | None
    conflict: str = ""  # the first play or number that would contradict the rest of the record
    notes: tuple[str, ...] = ()  # what else would be written into the record


def at_stake(gravity: Gravity, outlooks: Iterable[Outlook]) -> str:
    """Return the gravest change in words, and whether one of the decisions leaves open who leads."""
    words = str(AT_STAKE[gravity])
    leaders = [outlook.changes["leaders"] for outlook in outlooks if outlook.changes]
    if gravity is Gravity.WINNER or not any(pair and pair["after"] is None for pair in leaders):
        return words
    return gettext("%(what)s; who leads is then not known") % {"what": words}


def try_decisions(
    dispute: Dispute,
    outlooks: Sequence[Outlook],
    names: Mapping[int, str],
    dry_runs: Mapping[Decision, RulingPreview],
) -> dict[Decision, TriedDecision]:
    """Return what each decision would change, in words; see ``try_decision``."""
    in_season = changes_table.names_in_season(
        outlook.changes for outlook in outlooks if outlook.changes is not None
    )
    return {
        outlook.decision: try_decision(
            dispute, outlook, names, dry_runs.get(outlook.decision), in_season=in_season
        )
        for outlook in outlooks
    }


def try_decision(
    dispute: Dispute,
    outlook: Outlook,
    names: Mapping[int, str],
    dry_run: RulingPreview | None = None,
    *,
    in_season: Mapping[str, str] | None = None,
) -> TriedDecision:
    """Return what a decision would change, in words, with names by seat; with its dry run also the verdicts, notes and the first conflict.

    ``in_season`` are the names of ``changes_table.names_in_season``, where they were read already.
    """
    changes, session = outlook.changes, dispute.hand.session
    words = str(DECISIONS[outlook.decision])
    conflict = ""
    if changes is not None and dry_run is not None:
        conflict = conflicts.first_conflict(dry_run.effects, names)
        changes = {**changes, "hands": dry_run.effects["hands"]}
    return TriedDecision(
        decision=str(outlook.decision),
        words=words,
        meaning=str(MEANINGS.get(outlook.decision, "")),
        possible=changes is not None,
        why_not=gettext(outlook.why_not) if outlook.why_not else "",
        at_stake=at_stake(outlook.gravity, [outlook]),
        swing=outlook.swing,
        totals=changes_table.totals(words, changes, session.result.totals, seats=len(names)),
        changes=None if changes is None else changes_table.describe(names, changes, in_season),
        conflict=conflict,
        notes=tuple(gettext(note) for note in dry_run.notes) if dry_run else (),
    )

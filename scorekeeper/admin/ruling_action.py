"""Ruling on a dispute: what was claimed, what the referee said, what hangs on it, what was decided before."""

from typing import Any, NamedTuple

from django import forms
from django.contrib.admin.widgets import AdminRadioSelect, AdminTextareaWidget

from scorekeeper.access import Action
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.admin import changes_table
from scorekeeper.admin.action_forms import ActForm
from scorekeeper.admin.dispute_actions import DisputePage
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import precedents as dispute_precedents
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.ruling import OwnHandError
from scorekeeper.disputes.stakes import Outlook
from scorekeeper.models import Decision
from scorekeeper.standings.impact import Gravity

DECISIONS = {
    Decision.STANDS: "It stands",
    Decision.TAKEN_BACK: "The play is taken back",
    Decision.ADJUSTMENT: "A seat is given or loses points",
    Decision.ANNULLED: "The hand is annulled",
    Decision.REPLAYED: "The hand is played again",
}
AT_STAKE = {
    Gravity.WINNER: "who wins or leads",
    Gravity.PLACE: "a place in the season",
    Gravity.TOTALS: "the totals",
    Gravity.POINTS: "the points of a hand",
    Gravity.NOTHING: "nothing",
}


class RulingForm(ActForm):
    """A decision and why."""

    decision = forms.ChoiceField(
        choices=[(str(decision), words) for decision, words in DECISIONS.items()],
        widget=AdminRadioSelect(attrs={"class": "radiolist"}),
    )
    seat = forms.IntegerField(required=False, min_value=1, help_text="Of an adjustment only.")
    points = forms.FloatField(
        required=False,
        help_text="Of an adjustment only: what the seat is given; below 0, what it loses.",
    )
    reason = forms.CharField(
        max_length=2000,
        widget=AdminTextareaWidget(attrs={"rows": 4}),
        help_text="It is in the record for good, and shown beside like disputes later.",
    )


class Stake(NamedTuple):
    """What one decision would change."""

    decision: str
    at_stake: str
    lines: list[str]


class RulePage(DisputePage):
    """A human referee decides."""

    slug = "rule"
    label = "Rule on this dispute"
    action = Action.RULE
    template = "admin/scorekeeper/rule.html"
    form_class = RulingForm

    def why_not(self) -> str:
        if closed := super().why_not():
            return closed
        own = player_merges.seat_of(self.row.hand.session, self.person) is not None
        return str(OwnHandError()) if own and not self.row.club.rules_on_own_hands else ""

    def context(self) -> dict[str, Any]:
        dispute = self.found().get(pk=self.row.pk)
        (weighed,) = dispute_queue.gravest_first([dispute])
        outlooks = weighed.stakes.outlooks if weighed.stakes else ()
        return {
            **super().context(),
            "stakes": [self._stake(outlook) for outlook in outlooks],
            "closest": dispute_precedents.closest(dispute),
        }

    def save(self, given: dict[str, Any]) -> str:
        asked = {key: given[key] for key in ("seat", "points", "reason")}
        new = NewRuling(decision=Decision(given["decision"]), **asked)
        ruled = dispute_ruling.rule_on(self.row, new, by=self.person)
        made = ruled.ruling.revision
        done = f"Ruled: {DECISIONS[new.decision].lower()}. It is revision {made.number} of {self.row.hand}."
        return " ".join([done, *ruled.notes])

    def _stake(self, outlook: Outlook) -> Stake:
        lines = [outlook.why_not]
        if outlook.changes is not None:
            lines = changes_table.told(self.row.hand.session, outlook.changes).lines()
        at_stake = "cannot be" if outlook.changes is None else AT_STAKE[outlook.gravity]
        return Stake(DECISIONS[outlook.decision], at_stake, lines)

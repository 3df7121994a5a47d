"""What if a session had been played by other house rules: tried, then perhaps applied."""

import json
from typing import Any

from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import QuerySet

import referee
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.admin import changes_table
from scorekeeper.admin.action_forms import KeysField, ReasonedForm, as_json
from scorekeeper.admin.actions import ActPage
from scorekeeper.admin.refusals import refusal
from scorekeeper.models import Session, SessionRevision
from scorekeeper.sessions import recording, what_if


class HouseRulesForm(ReasonedForm):
    """All house rules of a session that differ from the game's own."""

    field_order = ["house_rules", "reason"]
    house_rules = KeysField(
        required=False,
        widget=AdminTextareaWidget(attrs={"rows": 8, "class": "vLargeTextField record", "spellcheck": "false"}),
        help_text="JSON: every house rule that differs from the game's own. Left empty: those of the session, "
        "under the tables of today.",
    )  # fmt: skip


class WhatIfPage(ActPage):
    """Other house rules, tried on a session."""

    slug = "what-if"
    label = "What if …"
    action = Action.TRY_RULES
    template = "admin/scorekeeper/what_if.html"
    form_class = HouseRulesForm

    row: Session

    def found(self) -> QuerySet[Session]:
        return Session.objects.select_related("club", "head__by", "result")

    def held(self) -> Session:
        recording.lock(self.row)
        return self.found().get(pk=self.row.pk)

    def head(self) -> SessionRevision:
        return self.row.head

    def version(self) -> str:
        return f"{self.row.head.digest} {self.row.result.input_digest}"

    def initial(self) -> dict[str, Any]:
        return {"house_rules": as_json(self._written())}

    def context(self) -> dict[str, Any]:
        game = next(game for game in referee.variants() if game["variant"] == self.row.variant)
        written = self._written()
        rules: Any = game["house_rules"]
        switches = [
            {**rule, "now": json.dumps(written.get(rule["name"], rule["default"]))}
            for rule in rules
        ]
        return {"game": game["name"], "switches": switches, "not_applied": self._not_applied()}

    def why_not_kept(self) -> str:
        return self._not_applied()

    def preview(self, given: dict[str, Any]) -> changes_table.Told:
        changes = what_if.what_if(self.row, given["house_rules"])
        return changes_table.told(
            self.row, hidden_cards.effects_for(self.row, changes, self.person)
        )

    def save(self, given: dict[str, Any]) -> str:
        what_if.apply(self.row, given["house_rules"], reason=given["reason"], by=self.person)
        return "The session is judged by these house rules from now on, all its hands anew."

    def place_of(self, where: str) -> tuple[str | None, str]:
        """Whatever cannot be read now is for the house rules to be otherwise."""
        return "house_rules", where.removeprefix("house_rules.")

    def _written(self) -> dict[str, Any]:
        return self.row.head.content.get("house_rules") or {}

    def _not_applied(self) -> str:
        return refusal(self.person, Action.APPLY_RULES, self.row.club)

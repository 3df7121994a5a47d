"""What if a session had been played by other house rules: tried, then perhaps applied."""

from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.adjudication.record_parts import Keys
from scorekeeper.models import Session
from scorekeeper.pages.action_forms import LOOK, ActForm, ReasonedForm
from scorekeeper.pages.actions import ActPage
from scorekeeper.pages.display import changes_table, house_rules
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.pages.permissions import session_seen
from scorekeeper.sessions import recording, what_if


class WhatIf(ActPage):
    """Other house rules, tried on a session."""

    action = Action.TRY_RULES
    template = "sessions/what_if.html"
    form_class = ReasonedForm
    row: Session

    def found(self) -> Session:
        return session_seen(self.request, self.kwargs["session"])

    def held(self) -> Session:
        recording.lock(self.row)
        return self.found()

    def version(self) -> str:
        return f"{self.row.head.digest} {self.row.result.input_digest}"

    def made(self, data: Any = None) -> ActForm:
        """The reason, and beside it the switches."""
        sent = self._as_they_are() if data is None else data
        self.rules = HouseRulesForm(self.row.variant, sent)
        form = super().made(data)
        if data is not None and not self.rules.is_valid():
            form.add_error(None, _("Look at the house rules."))
        return form

    def context(self) -> dict[str, Any]:
        return {
            "session": self.row,
            "rules": self.rules,
            "game": house_rules.variant_named(self.row.variant),
            "now": house_rules.in_words(self.row.variant, self._written()),
            "may_apply": not self.why_not_kept(),
            "tried": self.request.POST.get("do") == LOOK,
        }

    def why_not_kept(self) -> str:
        if access.may(self.person, Action.APPLY_RULES, self.row.club):
            return ""
        return _("Referees and owners of the club apply other house rules.")

    def preview(self, given: dict[str, Any]) -> changes_table.Told:
        changes = what_if.what_if(self.row, self.rules.chosen())
        return changes_table.told(
            self.row, hidden_cards.effects_for(self.row, changes, self.person)
        )

    def save(self, given: dict[str, Any]) -> str:
        what_if.apply(self.row, self.rules.chosen(), reason=given["reason"], by=self.person)
        return _("The session is judged by these house rules from now on, all its hands anew.")

    def afterwards(self) -> str:
        return reverse("session", args=[self.row.pk])

    def place_of(self, where: str) -> tuple[str | None, str]:
        """Whatever cannot be read now is for the house rules to be otherwise."""
        return None, where.removeprefix("house_rules.")

    def _written(self) -> Keys:
        written: Keys = self.row.head.content.get("house_rules") or {}
        return written

    def _as_they_are(self) -> QueryDict:
        return QueryDict(house_rules.as_query(self.row.variant, self._written()))

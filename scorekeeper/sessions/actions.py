"""What members do to a session that was played: try other house rules on it, and apply them."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy, gettext_noop

from referee import JsonObject
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.actions import RowAction
from scorekeeper.adjudication import effects, hidden_cards
from scorekeeper.models import Session
from scorekeeper.sessions import recording, what_if


@dataclass(frozen=True, kw_only=True)
class HouseRulesChange:
    """Every house rule of a session that differs from its variant's defaults, and why."""

    house_rules: JsonObject
    reason: str


class TryHouseRules(RowAction[Session, HouseRulesChange, effects.Answer]):
    """A member tries other house rules on a session; a referee of the club may apply them."""

    permission = Action.TRY_RULES
    label = gettext_lazy("What if …")

    def lock_row(self) -> Session:
        recording.lock(self.row)
        return Session.objects.select_related("club", "season", "head", "result").get(
            pk=self.row.pk
        )

    def version(self) -> str:
        return f"{self.row.head.digest} {self.row.result.input_digest}"

    def why_not_save(self) -> str:
        if access.may(self.person, Action.APPLY_RULES, self.row.club):
            return ""
        return gettext_noop("Only referees and owners of the club can apply other house rules.")

    def changes(self, change: HouseRulesChange) -> dict[str, Any]:
        different = what_if.preview(self.row, change.house_rules)
        return hidden_cards.effects_for(self.row, different, self.person)

    def apply(self, change: HouseRulesChange) -> effects.Answer:
        return what_if.apply(self.row, change.house_rules, reason=change.reason, by=self.person)

"""What members do about a dispute: raise it, withdraw it, rule on it."""

import uuid
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from scorekeeper.access import Action
from scorekeeper.actions import RowAction
from scorekeeper.adjudication import revisions
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing, ruling
from scorekeeper.disputes.filing import DisputeClosedError, NewDispute, NotOwnDisputeError
from scorekeeper.disputes.queue import DisputeState, state_of
from scorekeeper.disputes.ruling import OwnHandError, RulingResult
from scorekeeper.hands.actions import HandAction
from scorekeeper.models import Dispute, Withdrawal


@dataclass(frozen=True, kw_only=True)
class DisputeToRaise:
    """A dispute with the id that its form chose, so that a form sent twice raises one."""

    id: uuid.UUID
    new: NewDispute


class RaiseDispute(HandAction[DisputeToRaise, Dispute]):
    """A member questions a play, or says what is missing; the referee's verdict is attached as it stands."""

    permission = Action.DISPUTE
    label = gettext_lazy("Dispute this hand")

    def apply(self, dispute: DisputeToRaise) -> Dispute:
        raised, _is_new = filing.raise_dispute(self.row, dispute.new, by=self.person, id=dispute.id)
        return raised


class WithdrawDispute(RowAction[Dispute, None, Withdrawal]):
    """A member withdraws a dispute that they raised."""

    permission = Action.DISPUTE
    label = gettext_lazy("Withdraw this dispute")

    def why_not(self) -> str:
        if self.row.raised_by_id != self.person.pk:
            return str(NotOwnDisputeError())
        return _why_closed(self.row)

    def apply(self, data: None) -> Withdrawal:
        withdrawal, _is_new = filing.withdraw(self.row, by=self.person)
        return withdrawal


class RuleOnDispute(RowAction[Dispute, NewRuling, RulingResult]):
    """A human referee decides a dispute."""

    permission = Action.RULE
    label = gettext_lazy("Decide")

    def lock_row(self) -> Dispute:
        dispute = filing.lock(self.row)
        filing.require_open(dispute)
        return dispute

    def version(self) -> str:
        return revisions.version_for(self.row.hand, self.person)

    @property
    def is_own_hand(self) -> bool:
        """Whether the referee played in the hand."""
        return player_merges.seat_of(self.row.hand.session, self.person) is not None

    def why_not(self) -> str:
        if reason := _why_closed(self.row):
            return reason
        may_rule = self.row.club.rules_on_own_hands or not self.is_own_hand
        return "" if may_rule else str(OwnHandError())

    def changes(self, new: NewRuling) -> dict[str, Any]:
        return asdict(ruling.preview_ruling(self.row, new, by=self.person))

    def apply(self, new: NewRuling) -> RulingResult:
        return ruling.rule_on(self.row, new, by=self.person)


def _why_closed(dispute: Dispute) -> str:
    state = state_of(dispute)
    return "" if state is DisputeState.OPEN else str(DisputeClosedError(state))

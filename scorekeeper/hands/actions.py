"""What members do to a recorded hand: amend it, revert it, confirm it, merge a second log into it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext_lazy, gettext_noop

from scorekeeper.access import Action
from scorekeeper.actions import RowAction
from scorekeeper.adjudication import revisions
from scorekeeper.hands import (
    amendment_form,
    amendments,
    annulled_sessions,
    confirmations,
    second_logs,
)
from scorekeeper.hands.amendments import Amendment
from scorekeeper.hands.second_logs import Take
from scorekeeper.models import Cause, Confirmation, Hand, Session, Transcript, User
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.sessions import recording

Data = TypeVar("Data")
Result = TypeVar("Result")


class HandAction(RowAction[Hand, Data, Result], Generic[Data, Result]):
    """An action on a hand, at the revision that its author read."""

    def lock_row(self) -> Hand:
        session = recording.lock(self.row.session)
        related = ("club", "head__by", "adjudication")
        hand = Hand.objects.select_related(*related).get(pk=self.row.pk)
        hand.session = session
        return hand

    def version(self) -> str:
        return revisions.version_for(self.row, self.person)


class AmendHand(HandAction[Amendment, Hand]):
    """A member corrects the record of a hand."""

    permission = Action.AMEND
    label = gettext_lazy("Correct this hand")

    def changes(self, amendment: Amendment) -> dict[str, Any]:
        return amendment_form.preview(self.row, amendment, self.person)

    def apply(self, amendment: Amendment) -> Hand:
        hand, _effects = amendments.amend(self.row, amendment, by=self.person)
        return hand


class RevertHand(AmendHand):
    """A member goes back to what an earlier revision of a hand said."""

    label = gettext_lazy("Go back to this revision")

    def __init__(self, hand: Hand, person: User, *, number: int) -> None:
        super().__init__(hand, person)
        self.number = number  # of the earlier revision

    def why_not(self) -> str:
        return amendment_form.refusal(self.row, self.amendment())

    def amendment(self, cause: str = Cause.TRANSCRIPTION_FIX, reason: str = "") -> Amendment:
        """Return the amendment that reverts the hand; a preview needs no reason."""
        return Amendment(undo=self.number, cause=Cause(cause), reason=reason)


class ConfirmHand(HandAction[None, Confirmation]):
    """A member who did not record the hand agrees with its record."""

    permission = Action.CONFIRM
    label = gettext_lazy("Confirm this hand")

    def why_not(self) -> str:
        return confirmations.refusal(self.row, self.person)

    def apply(self, data: None) -> Confirmation:
        digest = self.row.head.digest
        confirmation, _is_new = confirmations.confirm_hand(self.row, digest=digest, by=self.person)
        return confirmation


@dataclass(frozen=True, kw_only=True)
class LogChoices:
    """Whose word counts wherever two logs of a hand differ."""

    rows: Mapping[int, Take]  # by line, from 0
    keys: Mapping[str, Take]  # by key beside the events
    reason: str


class MergeSecondLog(HandAction[LogChoices, Hand]):
    """A scorer makes one record of two logs of the same hand."""

    permission = Action.TRANSCRIBE
    label = gettext_lazy("Combine both logs")

    def __init__(self, hand: Hand, person: User, *, transcript: Transcript) -> None:
        super().__init__(hand, person)
        self.transcript = transcript

    def lock_row(self) -> Hand:
        hand = super().lock_row()
        self.transcript.hand = hand
        return hand

    def why_not(self) -> str:
        if self.row.adjudication.status != UNFINISHED:
            return ""
        return gettext_noop("The hand is not finished: you can compare the logs when it is over.")

    def apply(self, choices: LogChoices) -> Hand:
        hand, _effects = second_logs.merge(
            self.transcript,
            rows=choices.rows,
            keys=choices.keys,
            by=self.person,
            reason=choices.reason,
        )
        return hand


class AnnulSession(RowAction[Session, str, None]):
    """A referee annuls a session that was entered twice or by mistake, or lets it count again; the input is the reason."""

    permission = Action.RULE
    label = gettext_lazy("Entered twice or by mistake")

    def __init__(self, row: Session, person: User) -> None:
        super().__init__(row, person)
        self.struck = annulled_sessions.struck_hands(row)

    def lock_row(self) -> Session:
        session = recording.lock(self.row)
        self.struck = annulled_sessions.struck_hands(session)
        return session

    def version(self) -> str:
        return f"{self.row.head.digest} {self.row.result.input_digest} {self.row.season_id}"

    def apply(self, reason: str) -> None:
        does = annulled_sessions.reinstate if self.struck else annulled_sessions.annul
        does(self.row, reason=reason, by=self.person)

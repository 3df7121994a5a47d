"""What is done to a hand: the page of each act; here is what they share, and confirming."""

from typing import Any

from django.db.models import QuerySet

from scorekeeper.access import Action
from scorekeeper.adjudication import revisions
from scorekeeper.admin.actions import ActPage
from scorekeeper.admin.changes_table import number
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.models import Hand, HandRevision
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import recording


class HandPage(ActPage):
    """An act on a hand."""

    row: Hand

    def found(self) -> QuerySet[Hand]:
        related = ("head__by", "adjudication", "club", "session__head", "session__club")
        return Hand.objects.select_related(*related)

    def held(self) -> Hand:
        session = recording.lock(self.row.session)
        held = self.found().get(pk=self.row.pk)
        held.session = session
        return held

    def head(self) -> HandRevision:
        return self.row.head

    def version(self) -> str:
        return revisions.version_for(self.row, self.person)


class ConfirmPage(HandPage):
    """Somebody else than whoever wrote it down agrees with what stands."""

    slug = "confirm"
    label = "Confirm this hand"
    action = Action.CONFIRM
    template = "admin/scorekeeper/confirm.html"

    def why_not(self) -> str:
        return hand_confirmations.refusal(self.row, self.person)

    def context(self) -> dict[str, Any]:
        answer: Any = self.row.adjudication.answer
        names = session_document.names_of(self.row.session)
        points = answer["points"] or [None] * len(names)
        agreed = self.row.head.confirmations.select_related("by")
        return {
            "judged": answer["events"],
            "points": [*zip(names.values(), map(number, points), strict=True)],
            "agreed": [confirmation.by for confirmation in agreed],
        }

    def save(self, given: dict[str, Any]) -> str:
        hand_confirmations.confirm(self.row, digest=self.row.head.digest, by=self.person)
        return f"You agree with {self.row} as revision {self.row.head.number} has it."

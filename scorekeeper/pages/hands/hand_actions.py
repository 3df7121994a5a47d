"""What may be done to a hand that is written down: which acts are offered, what they share, and confirming."""

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import hidden_cards, revisions
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.models import Hand
from scorekeeper.pages.actions import ActPage
from scorekeeper.pages.display import score_rows
from scorekeeper.pages.permissions import hand_seen
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import recording


class Offer(NamedTuple):
    """A link to something that this person may do."""

    label: str
    url: str


def offered(person: Person, hand: Hand) -> list[Offer]:
    """What there is to do on the page of a hand."""
    found = [
        (Action.AMEND, _("Correct it"), "amend-hand"),
        (Action.DISPUTE, _("Dispute it"), "raise-dispute"),
    ]
    if person.is_authenticated and not hand_confirmations.refusal(hand, person):
        found.insert(0, (Action.CONFIRM, _("Confirm it"), "confirm-hand"))
    acts = [
        Offer(label, reverse(name, args=[hand.pk]))
        for action, label, name in found
        if access.may(person, action, hand.club)
    ]
    return [*acts, Offer(_("Its history"), reverse("hand-history", args=[hand.pk]))]


class HandAct(ActPage):
    """An act on a hand."""

    row: Hand

    def found(self) -> Hand:
        return hand_seen(self.request, self.kwargs["hand"])

    def held(self) -> Hand:
        session = recording.lock(self.row.session)
        held = self.found()
        held.session = session
        return held

    def version(self) -> str:
        return revisions.version_for(self.row, self.person)

    @property
    def hides(self) -> bool:
        """Are there cards that this person may not see yet?"""
        return bool(hidden_cards.hides_cards(self.row, self.person))

    def afterwards(self) -> str:
        return reverse("hand", args=[self.row.pk])

    def context(self) -> dict[str, Any]:
        return {"session": self.row.session, "hides": self.hides}


class Confirm(HandAct):
    """Somebody else than whoever wrote it down agrees with what stands."""

    action = Action.CONFIRM
    template = "hands/confirm.html"

    def why_not(self) -> str:
        return hand_confirmations.refusal(self.row, self.person)

    def context(self) -> dict[str, Any]:
        answer: Any = self.row.adjudication.answer
        totals: Any = self.row.adjudication.carried_out.get("totals")
        agreed = self.row.head.confirmations.select_related("by")
        return {
            **super().context(),
            "answer": answer,
            "scores": score_rows.scores(
                answer, session_document.names_of(self.row.session), totals
            ),
            "agreed": [one.by.get_username() for one in agreed],
        }

    def save(self, given: dict[str, Any]) -> str:
        hand_confirmations.confirm(self.row, digest=self.row.head.digest, by=self.person)
        return _("Thank you: you agree with hand %(number)d as it stands.") % {
            "number": self.row.position
        }

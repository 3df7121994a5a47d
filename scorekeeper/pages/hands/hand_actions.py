"""Pages of actions on a recorded hand: which ones a hand offers, what their views share, and confirming."""

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.disputes.actions import RaiseDispute
from scorekeeper.hands.actions import AmendHand, ConfirmHand, HandAction
from scorekeeper.models import Confirmation, Hand, User
from scorekeeper.pages.actions import ActionView, sentence
from scorekeeper.pages.display import score_rows
from scorekeeper.pages.permissions import get_hand
from scorekeeper.sessions.document import names_of

OFFERED: dict[str, type[HandAction[Any, Any]]] = {
    "confirm-hand": ConfirmHand,
    "amend-hand": AmendHand,
    "raise-dispute": RaiseDispute,
}
"""The actions that a hand's page offers, by the name of their URL."""


class ActionLink(NamedTuple):
    """A link to an action, or to the history of a hand."""

    label: str
    url: str


def action_links(person: Person, hand: Hand) -> list[ActionLink]:
    """Return the links on the page of a hand: to what this person may do, and to its history."""
    links = [
        ActionLink(str(action.label), reverse(name, args=[hand.pk]))
        for name, action in OFFERED.items()
        if isinstance(person, User) and action(hand, person).is_offered()
    ]
    return [*links, ActionLink(_("History"), reverse("hand-history", args=[hand.pk]))]


class HandActionView(ActionView):
    """The page of an action on a hand."""

    def find_row(self) -> Hand:
        return get_hand(self.request, self.kwargs["hand"])

    def next_url(self, _result: Any) -> str:
        return reverse("hand", args=[self.row.pk])

    def explain(self, error: Exception, *, path: str = "") -> str:
        return sentence(error, path=path, names=names_of(self.row.session))

    def context(self) -> dict[str, Any]:
        hides = bool(hidden_cards.hides_cards(self.row, self.person))
        return {"session": self.row.session, "hides": hides}


class Confirm(HandActionView):
    """A member who did not record the hand agrees with its record."""

    action_class = ConfirmHand
    template_name = "hands/confirm.html"

    def context(self) -> dict[str, Any]:
        answer: Any = self.row.adjudication.answer
        totals: Any = self.row.adjudication.carried_out.get("totals")
        names = names_of(self.row.session)
        confirmations = self.row.head.confirmations.select_related("by")
        return {
            **super().context(),
            "answer": answer,
            "scores": score_rows.scores(answer, names, totals),
            "agreed": [confirmation.by.get_username() for confirmation in confirmations],
        }

    def done(self, _result: Confirmation) -> str:
        number = {"number": self.row.position}
        return _("Thank you. You have confirmed hand %(number)d.") % number

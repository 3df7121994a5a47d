"""The page of a session that was entered twice or by mistake: annul it, or let it count again."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.hands import annulled_sessions
from scorekeeper.hands.actions import AnnulSession
from scorekeeper.models import Session
from scorekeeper.pages.action_forms import ReasonForm
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.permissions import get_session


class Annul(ActionView):
    """Referees annul all hands of a session and take it out of its season; the same page undoes it."""

    action_class = AnnulSession
    template_name = "sessions/annul.html"
    form_class = ReasonForm

    def find_row(self) -> Session:
        return get_session(self.request, self.kwargs["session"])

    def context(self) -> dict[str, Any]:
        struck: list[Any] = self.action.struck
        season = self.row.season
        if struck and season is None:
            season = annulled_sessions.season_left(self.row)
        return {"hands": len(struck) or self.row.hands.count(), "struck": struck, "season": season}

    def read(self, form: ReasonForm) -> str:
        self.returns = bool(self.action.struck)
        reason: str = form.cleaned_data["reason"]
        return reason

    def done(self, _result: None) -> str:
        if self.returns:
            return _("The session counts again.")
        return _("The session does not count any more. Its link and its history stay.")

    def next_url(self, _result: None) -> str:
        return reverse("session", args=[self.row.pk])


def reason_of(session: Session) -> str:
    """Return why the session was annulled; empty if it was not."""
    struck = annulled_sessions.struck_hands(session)
    return str(struck[-1].head.text.get(annulled_sessions.ANNULLED) or "") if struck else ""

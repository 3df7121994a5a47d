"""The page to correct a session: when and where it was played, its season, its labels, and who sat where."""

import re
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.models import Session
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.display.changes_table import ChangeText
from scorekeeper.pages.permissions import get_session
from scorekeeper.pages.sessions import correction_form
from scorekeeper.pages.sessions.correction_form import CorrectionForm
from scorekeeper.sessions.actions import CorrectSession
from scorekeeper.sessions.corrections import LABELS, SessionCorrection

_SEAT = re.compile(r"players\[(\d+)\]")


class Correct(ActionView):
    """Scorers correct what a session says about itself."""

    action_class = CorrectSession
    template_name = "sessions/correct.html"
    _correction: SessionCorrection

    def find_row(self) -> Session:
        return get_session(self.request, self.kwargs["session"])

    def build_form(self, data: Any = None) -> forms.Form:
        return CorrectionForm(self.row, data, self.action.version())

    def context(self) -> dict[str, Any]:
        hands = self.row.hands.order_by("position")
        return {"session": self.row, "has_hands": self.row.result.hands > 0, "hands": hands}

    def read(self, form: CorrectionForm) -> SessionCorrection:
        self._correction = form.correction()
        return self._correction

    def describe(self, changes: dict[str, Any]) -> ChangeText:
        lines = correction_form.sentences(changes["difference"], self._correction)
        return ChangeText(sentences=[*lines], names={}, rows=[], verdicts=[], season=[])

    def done(self, result: Session) -> str:
        params = {"revision": result.head.number}
        return _("The session has been corrected. Revision %(revision)d is now current.") % params

    def next_url(self, _result: Session) -> str:
        return reverse("session", args=[self.row.pk])

    def locate(self, path: str) -> tuple[str | None, str]:
        if seat := _SEAT.match(path):
            return f"seat_{int(seat[1]) + 1}", ""
        return (path, "") if path in LABELS else (None, path)

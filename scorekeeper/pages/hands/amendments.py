"""Pages to correct a recorded hand, or to go back to an earlier revision, after a preview of what would change."""

import json
import re
from contextlib import suppress
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

import referee
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.hands import amendment_form
from scorekeeper.hands.actions import AmendHand, RevertHand
from scorekeeper.hands.amendment_form import EVENTS
from scorekeeper.hands.amendments import Amendment, AmendmentError
from scorekeeper.models import Hand
from scorekeeper.pages.action_forms import VERSION
from scorekeeper.pages.display import card_pad
from scorekeeper.pages.display.notation import notation_of
from scorekeeper.pages.hands import sheet_fields
from scorekeeper.pages.hands.amendment_forms import NOTE, AmendForm, CauseForm, sheet_keys
from scorekeeper.pages.hands.hand_actions import HandActionView
from scorekeeper.pages.replays.viewpoints import parse_number
from scorekeeper.sessions.document import names_of

_KEY = re.compile(r"^(?:keys\.)?(\w+)(?:\[(\d+)\])?")


class Amend(HandActionView):
    """The page to correct the record of a hand."""

    action_class = AmendHand
    template_name = "hands/amend.html"
    form_class = AmendForm

    corrected_event: int | None = None  # the first one that the form changes

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the players by seat."""
        return names_of(self.row.session)

    def build_form(self, data: Any = None) -> AmendForm:
        rules = judging.rules_of(self.row.session)
        initial = {**self.initial(), VERSION: self.action.version()}
        return AmendForm(rules, self.names, data, initial=initial)

    def initial(self) -> dict[str, Any]:
        keys = amendment_form.editable_keys(self.row, self.person)
        own = {key: keys.pop(key, None) for key in sheet_keys(judging.rules_of(self.row.session))}
        boxes = [sheet_fields.initial_values(key, value) for key, value in own.items()]
        return {
            **{name: value for values in boxes for name, value in values.items()},
            EVENTS: amendment_form.events_as_text(amendment_form.event_texts(self.row)),
            NOTE: keys.pop(NOTE, ""),
            "keys": keys or None,
        }

    def context(self) -> dict[str, Any]:
        visible = hidden_cards.visible_hand(self.row, self.person)
        decided = amendment_form.ruling_entries(visible.record)
        event = self.request.GET.get("event")
        return {
            **super().context(),
            "names": self.names,
            "decided": json.dumps(decided, indent=2, ensure_ascii=False) if decided else "",
            "stands": amendment_form.events_as_text(amendment_form.event_texts(self.row)),
            "notation": notation_of(judging.rules_of(self.row.session)),
            "pad": card_pad.hand_facts(self.row, self.person, self.names),
            "event": parse_number(event) if event else None,
            "act": "after" if self.request.GET.get("act") == "after" else "replace",
        }

    def read(self, form: AmendForm) -> Amendment:
        data, keys = form.cleaned_data, form.all_keys()
        amendment = amendment_form.build_amendment(self.row, self.person, data, keys=keys)
        self.corrected_event = min((change.event for change in amendment.changes), default=None)
        return amendment

    def next_url(self, result: Hand) -> str:
        """Return the replay at the corrected play, or at its end where no play was corrected."""
        moment = f"?event={self.corrected_event}" if self.corrected_event else ""
        return super().next_url(result) + moment

    def locate(self, path: str) -> tuple[str | None, str]:
        path = amendment_form.record_path(path, self.row, self.request.POST.get(EVENTS, ""))
        key = _KEY.match(path)
        if key is None:
            return None, path
        if key[1] in sheet_keys(judging.rules_of(self.row.session)):
            seat = f"{sheet_fields.KINDS[key[1]]}_{int(key[2]) + 1}" if key[2] else None
            return seat, "" if seat else str(sheet_fields.LABELS[key[1]])
        field = key[1] if key[1] in {EVENTS, NOTE} else "keys"
        return field, path.removeprefix("keys.")

    def done(self, hand: Hand) -> str:
        return _corrected(hand)


class Undo(HandActionView):
    """The page to go back to an earlier revision of a hand."""

    action_class = RevertHand
    template_name = "hands/undo.html"
    form_class = CauseForm

    def find_row(self) -> Hand:
        hand = super().find_row()
        if not hand.revisions.filter(number=self.kwargs["number"]).exists():
            raise Http404
        return hand

    def build_action(self, row: Hand) -> RevertHand:
        return RevertHand(row, self.person, number=self.kwargs["number"])

    def context(self) -> dict[str, Any]:
        revision = self.row.revisions.select_related("by").get(number=self.kwargs["number"])
        would_change = None
        with suppress(AmendmentError, referee.MalformedError):
            would_change = self.describe(self.action.changes(self.action.amendment()))
        return {**super().context(), "revision": revision, "would_change": would_change}

    def read(self, form: CauseForm) -> Amendment:
        amendment: Amendment = self.action.amendment(
            form.cleaned_data["cause"], form.cleaned_data["reason"]
        )
        return amendment

    def done(self, hand: Hand) -> str:
        return _corrected(hand)


def _corrected(hand: Hand) -> str:
    numbers = {"number": hand.position, "revision": hand.head.number}
    return (
        _(
            "Hand %(number)d has been corrected. Revision %(revision)d is now current, and later hands were judged again."
        )
        % numbers
    )

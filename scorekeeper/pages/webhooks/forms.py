"""Forms of webhooks, and the filter of their deliveries."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.models import DeliveryState, WebhookEvent
from scorekeeper.models.limits import MAX_ADDRESS
from scorekeeper.pages.webhooks.text import KIND_LABELS, STATE_LABELS


class WebhookForm(forms.Form):
    """A webhook's address, events and label."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=MAX_ADDRESS,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "Where your program receives messages. They contain ids, never names, texts or cards."
        ),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Send a message when"),
        choices=[(str(kind), words) for kind, words in KIND_LABELS.items()],
        widget=forms.CheckboxSelectMultiple,
    )
    label = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "So that people recognize it, for example “The screen in the hall”."
        ),
    )


class NewWebhookForm(WebhookForm):
    """A new webhook, with an id chosen beforehand."""

    id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        initial = {"id": uuid.uuid4(), "kinds": [str(WebhookEvent.HAND_RECORDED)]}
        super().__init__(data, initial=initial)


class DeliveryFilterForm(forms.Form):
    """Filter of a webhook's deliveries."""

    state = forms.ChoiceField(
        label=gettext_lazy("Messages"),
        choices=[
            ("", gettext_lazy("all")),
            *((str(DeliveryState(state)), words) for state, words in STATE_LABELS.items()),
        ],
        required=False,
    )

    @property
    def chosen(self) -> str:
        """The chosen state; an empty string means all, also for an invalid choice."""
        return str(self.cleaned_data.get("state") or "") if self.is_valid() else ""

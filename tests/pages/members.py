"""Members who open the page of an action, fill in its form and press a button."""

import html

from django.test import Client
from django.urls import reverse

PAGES = {
    "amend": "amend-hand", "undo": "undo-hand", "confirm": "confirm-hand", "dispute": "raise-dispute",
    "rule": "dispute", "withdraw": "dispute", "what-if": "what-if", "import": "import", "cancel": "import-report",
}  # fmt: skip
"""The URL name of each action's page."""


class Member:
    """Somebody who is signed in."""

    def __init__(self, user):
        self.client = Client()
        self.client.force_login(user)

    def get(self, row, action, *args):
        return self.client.get(address(row, action, *args))

    def read(self, row, action, *args):
        """Return what the form of a page contains."""
        form = self.get(row, action, *args).context["form"]
        fields = {form[name].html_name: form[name].value() for name in form.fields}
        return {name: "" if value is None else value for name, value in fields.items()}

    def send(self, row, action, *args, button="save", read=None, **given):
        """Open the page of an action, fill in its form and press a button."""
        read = read or self.read(row, action, *args)
        reason = {"reason": "Everybody saw it."} if "reason" in read else {}
        return self.client.post(
            address(row, action, *args), {**read, **reason, **given, "do": button}
        )


def address(row, action, *args):
    return reverse(PAGES[action], args=[row.pk, *args])


def text_of(page):
    return html.unescape(page.content.decode())


def errors_of(page):
    return {field: " ".join(errors) for field, errors in page.context["form"].errors.items()}

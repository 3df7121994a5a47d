"""Members who open the page of an action, fill in its form and press a button."""

from django.test import Client
from django.urls import reverse

PAGES = {
    "amend": "amend-hand",
    "undo": "undo-hand",
    "confirm": "confirm-hand",
    "dispute": "raise-dispute",
    "rule": "dispute",
    "withdraw": "withdraw-dispute",
    "what-if": "what-if",
    "import": "import",
    "cancel": "import-report",
}
"""The URL name of each action's page."""


class Member:
    """A signed-in user with a test client."""

    def __init__(self, user):
        self.client = Client()
        self.client.force_login(user)

    def get(self, row, action, *args):
        return self.client.get(address(row, action, *args))

    def read_form(self, row, action, *args):
        """Return the values in the form of an action's page."""
        form = self.get(row, action, *args).context["form"]
        values = {form[name].html_name: form[name].value() for name in form.fields}
        return {name: "" if value is None else value for name, value in values.items()}

    def send(self, row, action, *args, button="save", form=None, **changes):
        """Fill in the form of an action and press a button; open its page first unless ``form`` has its values."""
        form = form or self.read_form(row, action, *args)
        reason = {"reason": "Everybody saw it."} if "reason" in form else {}
        return self.client.post(
            address(row, action, *args), {**form, **reason, **changes, "do": button}
        )


def address(row, action, *args):
    return reverse(PAGES[action], args=[row.pk, *args])


def errors_of(page):
    return {field: " ".join(errors) for field, errors in page.context["form"].errors.items()}

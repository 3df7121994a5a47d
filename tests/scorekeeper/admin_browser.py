"""People in the admin: they open a page, fill in its form and press a button."""

import html

from django.test import Client
from django.urls import reverse


class Browser:
    """Somebody in the admin."""

    def __init__(self, user):
        self.client = Client()
        self.client.force_login(user)

    def get(self, row, act, *args):
        return self.client.get(address(row, act, *args))

    def read(self, row, act, *args):
        """What a page's form says."""
        form = self.get(row, act, *args).context["form"]
        return {name: form[name].value() or "" for name in form.fields}

    def send(self, row, act, *args, button="save", read=None, **given):
        """Open an act's page, fill in the form, press a button."""
        read = read or self.read(row, act, *args)
        reason = {"reason": "Seen by all."} if "reason" in read else {}
        posted = {**read, **reason, **given, button: "yes"}
        return self.client.post(address(row, act, *args), posted)


def address(row, act, *args):
    return reverse(f"admin:scorekeeper_{row._meta.model_name}_{act}", args=[row.pk, *args])


def seen(page):
    return html.unescape(page.content.decode())

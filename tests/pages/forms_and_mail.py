"""What people do with forms, and the mail that comes of it."""

import re
from html import unescape

from django.core import mail


def said(page):
    """What a page says, as one text."""
    return unescape(page.content.decode())


def hidden_fields(client, address):
    """What the hidden fields of a page hold."""
    found = re.findall(
        r'<input type="hidden" name="(\w+)" value="([^"]*)"', said(client.get(address))
    )
    return {name: value for name, value in found if name != "next"}


def first_link(text):
    """The first address in a text, without its host."""
    return re.search(r"https?://[^/]+(/[^\s\"]+)", text).group(1)


def only_mail():
    (letter,) = mail.outbox
    return letter

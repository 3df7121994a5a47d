"""Read the text and forms of pages, and the mail that was sent."""

import re
from html import unescape

from django.core import mail


def html_of(page):
    """Return the HTML of a page with its entities replaced."""
    return unescape(page.content.decode())


def one_line(page):
    """Return the HTML of a page with every run of white space replaced by one space; the page must have been found."""
    assert page.status_code == 200, page.content
    return " ".join(page.content.decode().split())


def form_data(page, **changes):
    """Return what the form of a page would send after these changes."""
    values = {field.html_name: field.value() for field in page.context["form"]}
    return {name: value for name, value in {**values, **changes}.items() if value is not None}


def hidden_fields(client, address):
    """Return the hidden fields of a page except ``next``."""
    fields = re.findall(
        r'<input type="hidden" name="(\w+)" value="([^"]*)"', html_of(client.get(address))
    )
    return {name: value for name, value in fields if name != "next"}


def first_link(text):
    """Return the first address in a text, without its host."""
    return re.search(r"https?://[^/]+(/[^\s\"]+)", text).group(1)


def only_mail():
    (message,) = mail.outbox
    return message

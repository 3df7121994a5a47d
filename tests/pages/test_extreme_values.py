"""Every form of every page is sent with values at and beyond every bound: each is kept or refused, and no page fails afterwards."""

from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.cache import cache
from django.urls import resolve

from scorekeeper.celery import app
from tests.pages.crawler import crawl
from tests.scorekeeper.callers import rolled_back
from tests.scorekeeper.extreme_values import DATES, NUMBERS, TEXTS

pytestmark = pytest.mark.slow

STARTS = (
    "/",
    "/sessions/{session}/correct/",
    "/clubs/{club}/sessions/new/big-two/",
    "/sessions/{session}/hands/new/",
    "/hands/{hand}/amend/",
)
NOT_OURS = ("admin:", "api-docs", "schema")
LATER = {"sign-out", "sign-out-everywhere"}


class FormFields(HTMLParser):
    """Collects the forms of a page: method, address, and fields with their kind and value."""

    def __init__(self):
        super().__init__()
        self.forms = []
        self._area = self._choice = None

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        name = values.get("name")
        if tag == "form":
            self.forms.append((values.get("method", "get"), values.get("action", ""), {}))
        elif tag == "select":
            self._choice = name
        elif (
            self.forms
            and tag == "option"
            and self._choice
            and ("selected" in values or self._choice not in self._fields)
        ):
            self._fields[self._choice] = ("choice", values.get("value") or "")
        elif self.forms and tag == "textarea" and name:
            self._area = name
            self._fields[name] = ("text", "")
        elif self.forms and tag == "input" and name:
            is_off = values.get("type") in {"radio", "checkbox"} and "checked" not in values
            if not is_off:
                self._fields[name] = (values.get("type", "text"), values.get("value") or "")

    def handle_endtag(self, tag):
        if tag == "textarea":
            self._area = None
        if tag == "select":
            self._choice = None

    def handle_data(self, data):
        if self._area:
            self._fields[self._area] = ("text", self._fields[self._area][1] + data)

    @property
    def _fields(self):
        return self.forms[-1][2]


KINDS = {
    "date": DATES,
    "number": (*map(str, NUMBERS), "1e999", "NaN"),
    "text": TEXTS,
    "search": (*TEXTS, DATES[-1]),
    "hidden": ("\0", str(2**63)),
}


def fillings(fields):
    """Yield what is sent: every value of a kind in all fields of that kind at once."""
    typed = {name: value for name, (_, value) in fields.items()}
    for kind, values in KINDS.items():
        names = [name for name, (of_kind, _) in fields.items() if of_kind == kind]
        for value in values if names else ():
            yield {**typed, **dict.fromkeys(names, value)}


def forms_of(client, starts):
    """Yield the forms that links lead to: method, address and fields, each kind of form once."""
    known = set()
    for address, page, _ in crawl(client, *starts, accepts=is_ours):
        reader = FormFields()
        reader.feed(page.content.decode())
        for method, action, fields in reader.forms:
            target = urljoin(address, action) if action else address
            name = resolve(urlsplit(target).path).view_name
            if name not in LATER and (name, *sorted(fields)) not in known:
                known.add((name, *sorted(fields)))
                yield method, target, fields


def is_ours(name):
    return not name.startswith(NOT_OURS)


def test_no_form_fails_whatever_is_typed(browse, club, hand, people, subtests):
    client = browse("alice")
    client.raise_request_exception = False
    names = {"session": hand.session_id, "hand": hand.pk, "club": club.pk}
    sent = 0
    for method, address, fields in forms_of(client, [start.format(**names) for start in STARTS]):
        with subtests.test(address):
            failed = []
            for typed in fillings(fields):
                cache.clear()  # in which throttles count requests
                with rolled_back():
                    answer = getattr(client, method.lower())(address, typed)
                sent += 1
                if answer.status_code >= 500:
                    failed.append({key: value[:40] for key, value in typed.items()})
            assert not failed
    assert sent > 100


def test_what_forms_keep_stops_no_worker_and_no_page(browse, club, hand, people):
    client = browse("alice")
    forms = [*forms_of(client, [f"/clubs/{club.pk}/", f"/sessions/{hand.session_id}/correct/"])]
    for method, address, fields in forms:
        for typed in (
            fillings(fields)
            if method.lower() == "post" and "delete" not in address and "leave" not in address
            else ()
        ):
            cache.clear()
            client.post(address, typed)
    for entry in app.conf.beat_schedule.values():
        app.tasks[entry["task"]].apply(throw=True)
    assert [*crawl(client, "/", accepts=is_ours)]

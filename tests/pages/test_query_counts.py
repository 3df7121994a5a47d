"""No page and no GET route of the API asks the database more than is recorded, and none sends a query twice without a reason."""

import pytest
from django.urls import resolve

from tests.pages.page_table import NO_PAGES
from tests.pages.query_counts import PARTS, SOMEWHERE, count_all, is_known, recorded
from tests.pages.test_every_page import Anything

COMMAND = "python -m tests.pages.query_counts"


@pytest.mark.django_db
@pytest.mark.usefixtures("export_folder")
def test_no_address_asks_more_than_is_recorded_or_the_same_twice():
    counts, most = count_all(), recorded()
    changed = counts.keys() ^ most.keys()
    assert not changed, f"Record these addresses with `{COMMAND}`: {sorted(changed)}"
    more = [
        f"{address}: {queries.count} queries instead of {most[address]}"
        for address, queries in counts.items()
        if queries.count > most[address]
    ]
    assert not more, "\n".join(
        [f"Pass what was read, join what belongs together, or record it with `{COMMAND}`:", *more]
    )
    twice = [
        f"{address}: {sql}"
        for address, queries in counts.items()
        for sql in queries.repeated
        if not is_known(address, sql)
    ]
    assert not twice, "\n".join(["Sent twice in one request; pass what was read:", *twice])
    unneeded = [
        part
        for part in SOMEWHERE
        if not any(part in one and counts[one].repeated for one in counts)
    ]
    assert not unneeded, f"Nothing is sent twice there any more: {unneeded}"


def test_every_part_of_a_page_is_read():
    read = {resolve(part.format_map(Anything())).url_name for part in PARTS}
    parts = {name for name, what in NO_PAGES.items() if what != "an action"}
    assert read == parts - {"sign-in-code"}  # that one answers nobody who has not typed a password

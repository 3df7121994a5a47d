"""The page that a link's address opens, as it is served."""

import re

from scorekeeper.sessions import links as session_links


def test_the_address_of_a_link_leads_to_a_page_that_loads_nothing_from_elsewhere(client, session, people):  # fmt: skip
    link, _ = session_links.create_link(session, by=people.carol)
    page = client.get(session_links.log_path(session_links.token_of(link)))
    assert page.status_code == 200
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "unsafe" not in policy
    text = page.content.decode()
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)
    assert not re.findall(r"<style|<script>|\sstyle=|\son\w+=", text)


def test_without_javascript_it_says_what_is_needed(client, db):
    text = client.get("/log/").content.decode()
    [said] = re.findall(r"<noscript>(.*?)</noscript>", text, re.DOTALL)
    assert "JavaScript" in said

"""The page at the address of a logging link, as the server sends it."""

import re

from scorekeeper.sessions import links as session_links


def test_the_page_of_a_link_loads_nothing_from_other_hosts(client, session, people):
    link, _ = session_links.create_link(session, by=people.carol)
    page = client.get(session_links.log_path(session_links.token_of(link)))
    assert page.status_code == 200
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "unsafe" not in policy
    html = page.content.decode()
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', html)
    assert not re.findall(r"<style|<script>|\sstyle=|\son\w+=", html)


def test_without_javascript_the_page_says_what_it_needs(client, db):
    html = client.get("/log/").content.decode()
    [message] = re.findall(r"<noscript>(.*?)</noscript>", html, re.DOTALL)
    assert "JavaScript" in message

"""Every page of the service, in one or more states, with its address and who opens it.

Add a row to PAGES for a new page; the names in its address come from ``prepared_club``. Add an address that answers with
something else than a page to NO_PAGES. ``test_every_page`` lists addresses that are in neither.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from django.urls import URLPattern, URLResolver, get_resolver, resolve

Names: TypeAlias = Mapping[str, str]
"""The ids in the prepared club by the words in braces."""

PLAYED = ("big_two", "pusoy_dos", "gang_of_four", "four_color_cards")
ASKED = "play=4H+4S&standing=6C+6D&hand=4H+4S+9C+9D&next_holds=1"
CLAIMED = "seat=3&offered=Hg&offered_by=1&players=4&claim=pong+Hg+Hg+Hg"


class Who(StrEnum):
    """Who opens a page, by account name."""

    STRANGER = ""  # has none; a link may be in the address
    NEWCOMER = "newcomer"  # belongs to no club
    MEMBER = "member"
    SCORER = "scorer"
    REFEREE = "referee"
    OWNER = "demo"


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page in one state."""

    address: str  # {names} are those of the prepared club
    who: Who = Who.MEMBER
    title: str  # unique, also the name of its picture
    status: int = 200
    scripted: bool = False  # does it need JavaScript, and say so without it?
    stored: bool = False  # does it install the service worker, and work without scripts, too?
    framed: bool = False  # is it made for an iframe?
    theirs: bool = False  # is its HTML written by a library?

    def at(self, names: Names) -> str:
        """Return the address in the prepared club."""
        return self.address.format_map(names)


def _page(title: str, address: str, who: Who = Who.MEMBER, **options: object) -> Page:
    return Page(title=title, address=address, who=who, **options)  # type: ignore[arg-type]


_STRANGER, _NEWCOMER, _MEMBER, _SCORER, _REFEREE, _OWNER = Who

PAGES = (
    # the front, and asking
    _page("welcome", "/", _STRANGER),
    _page("welcome, played", "/?table=big-two&card=4C&card=4H&play=", _STRANGER),
    _page(
        "welcome, gang played",
        "/?table=gang-of-four&card=2G&card=2G&card=2Y&card=2R&play=",
        _STRANGER,
    ),
    _page("home without a club", "/", _NEWCOMER),
    _page("home", "/", _OWNER),
    _page("sign in", "/sign-in/", _STRANGER),
    _page("ask", "/ask/", _STRANGER),
    _page("ask Big Two", "/ask/big-two/", _STRANGER),
    _page("asked", f"/ask/big-two/?{ASKED}", _STRANGER),
    _page("asked wrongly", "/ask/big-two/?play=4X", _STRANGER, status=422),
    _page("ask Gang of Four", "/ask/gang-of-four/?play=7Y&standing=8G&hand=9R+7Y", _STRANGER),
    _page("ask Four Color Cards", f"/ask/four-color-cards/?{CLAIMED}", _STRANGER),
    _page("rules", "/rules/", _STRANGER),
    _page("rules of Big Two", "/rules/big-two/", _STRANGER),
    _page("rules of Four Color Cards", "/rules/four-color-cards/", _STRANGER),
    # puzzles
    _page("puzzles", "/puzzles/", _STRANGER),
    _page("puzzles of a theme", "/puzzles/?theme=pass&difficulty=2", _STRANGER),
    _page("puzzle", "/puzzles/{puzzle}/", _STRANGER, stored=True),
    _page("puzzle with its solution", "/puzzles/{puzzle}/?solution=1", _STRANGER, stored=True),
    _page("puzzle played wrongly", "/puzzles/{puzzle}/?play={wrong_play}", _STRANGER, stored=True),
    # accounts
    _page("account", "/account/"),
    _page("change password", "/account/password/"),
    _page("sign out everywhere", "/account/sign-out-everywhere/"),
    _page("second step", "/account/second-step/"),
    _page("second step to confirm", "/account/second-step/app/", _NEWCOMER),
    _page("second step on", "/account/second-step/", _REFEREE),
    _page("tokens", "/account/tokens/", _OWNER),
    _page("no tokens", "/account/tokens/", _NEWCOMER),
    _page("forgot password", "/password/", _STRANGER),
    _page("reset sent", "/password/sent/", _STRANGER),
    _page("choose password", "/password/{uid}/{reset}/", _STRANGER),
    _page("choose password too late", "/password/{uid}/gone/", _STRANGER),
    _page("sign up, which is off", "/sign-up/", _STRANGER, status=403),
    _page("sign up sent, which is off", "/sign-up/sent/", _STRANGER, status=403),
    _page("account by sign-up, which is off", "/sign-up/account/", _STRANGER, status=403),
    _page("invited", "/join/?invitation={invitation}", _STRANGER),
    _page("invited with an account", "/join/?invitation={invitation}", _NEWCOMER),
    _page("invited already", "/join/?invitation={invitation}", _MEMBER),
    _page("join with a new account", "/join/account/?invitation={invitation}", _STRANGER),
    # a club
    _page("new club", "/clubs/new/", _NEWCOMER),
    _page("club", "/clubs/{club}/", _OWNER),
    _page("club of a member", "/clubs/{club}/"),
    _page("club for strangers", "/clubs/{club}/", _STRANGER),
    _page("sessions of a club", "/clubs/{club}/?page=1", _OWNER),
    _page("sessions for strangers", "/clubs/{club}/?page=1", _STRANGER),
    _page("club searched in vain", "/clubs/{club}/?q=nothing"),
    _page("club without sessions", "/clubs/{empty_club}/", _OWNER),
    _page("club without anything", "/clubs/{bare_club}/", _OWNER),
    _page("add players", "/clubs/{club}/players/", _SCORER),
    _page("add a season", "/clubs/{club}/seasons/", _REFEREE),
    _page("who sees the club", "/clubs/{club}/visibility/", _OWNER),
    _page("members", "/clubs/{club}/members/", _OWNER),
    _page("members for members", "/clubs/{club}/members/"),
    _page("history of members", "/clubs/{club}/members/history/", _OWNER),
    _page("leave the club", "/clubs/{club}/leave/"),
    _page("the last owner leaves", "/clubs/{club}/leave/", _OWNER),
    _page("invite", "/clubs/{club}/invitations/new/", _OWNER),
    _page("invitation again", "/clubs/{club}/invitations/{invited}/", _OWNER),
    _page("settings of the club", "/clubs/{club}/settings/", _OWNER),
    _page("ratings of the club", "/clubs/{club}/ratings/"),
    _page("no ratings", "/clubs/{empty_club}/ratings/", _OWNER),
    _page("statistics of the club", "/clubs/{club}/statistics/"),
    _page("no statistics", "/clubs/{empty_club}/statistics/", _OWNER),
    _page("find a hand", "/hand-search/", _STRANGER),
    _page("find a hand of a club", "/clubs/{club}/hand-search/?combination=straight"),
    _page("find a hand in vain", "/clubs/{club}/hand-search/?rule=Z1&beaten=on"),
    _page("find a hand of a season", "/seasons/{season}/hand-search/?sort=longest-trick"),
    _page("make an award", "/seasons/{season}/hand-search/?combination=full-house", _OWNER),
    _page("find a hand of a player", "/players/{player}/hand-search/?fault=any"),
    _page("player", "/players/{player}/"),
    _page("settings of a player", "/players/{player}/settings/", _OWNER),
    _page("picture of a player", "/players/{player}/picture/", _OWNER),
    _page("delete a player", "/players/{empty_player}/delete/", _OWNER),
    _page("player who never played", "/players/{empty_player}/", _OWNER),
    # the office
    _page("office", "/clubs/{club}/office/", _OWNER),
    _page("office of a scorer", "/clubs/{club}/office/", _SCORER),
    _page("audit", "/clubs/{club}/audit/", _OWNER),
    _page("audit of an empty club", "/clubs/{empty_club}/audit/", _OWNER),
    _page("export", "/clubs/{club}/export/", _OWNER),
    _page("prepared files", "/clubs/{club}/export/files/", _OWNER),
    _page("no prepared files", "/clubs/{empty_club}/export/files/", _OWNER),
    _page("import", "/clubs/{club}/import/", _SCORER),
    _page("imports", "/clubs/{club}/imports/", _SCORER),
    _page("no imports", "/clubs/{empty_club}/imports/", _OWNER),
    _page("import report", "/imports/{import}/", _SCORER),
    _page("import review", "/imports/uploads/{upload}/?columns=later", _SCORER),
    _page("import columns", "/imports/files/{sheet}/columns/", _SCORER),
    _page("merges", "/clubs/{club}/merges/", _REFEREE),
    _page("no merges", "/clubs/{empty_club}/merges/", _OWNER),
    _page("erasures", "/clubs/{club}/erasures/", _OWNER),
    _page("no erasures", "/clubs/{empty_club}/erasures/", _OWNER),
    _page("erase a player", "/players/{player}/erase/", _OWNER),
    _page("rebuild", "/rebuilds/{rebuild}/", _REFEREE),
    _page("rebuild a club", "/clubs/{club}/rebuild/", _REFEREE),
    _page("rebuild a season", "/seasons/{season}/rebuild/", _REFEREE),
    _page("rebuild a session", "/sessions/{session}/rebuild/", _REFEREE),
    _page("tried rules", "/what-ifs/{what_if}/", _REFEREE),
    _page("rules being tried", "/what-ifs/{waiting_what_if}/"),
    _page("links", "/sessions/{session}/links/", _SCORER),
    _page("no links", "/sessions/{empty_session}/links/", _OWNER),
    _page("link", "/sessions/{session}/links/{link}/", _SCORER),
    _page("webhooks", "/clubs/{club}/webhooks/", _OWNER),
    _page("no webhooks", "/clubs/{empty_club}/webhooks/", _OWNER),
    _page("webhook", "/webhooks/{webhook}/", _OWNER),
    # seasons
    _page("season", "/seasons/{season}/"),
    _page("season for strangers", "/seasons/{season}/", _STRANGER),
    _page("season without sessions", "/seasons/{empty_season}/", _OWNER),
    _page("standing", "/seasons/{season}/players/{player}/"),
    _page("course", "/seasons/{season}/course/"),
    _page("no course", "/seasons/{empty_season}/course/", _OWNER),
    _page("highlights", "/seasons/{season}/highlights/"),
    _page("no highlights", "/seasons/{empty_season}/highlights/", _OWNER),
    _page("highlights to print", "/seasons/{season}/print/highlights/"),
    _page("ratings of a season", "/seasons/{season}/ratings/"),
    _page("head to head", "/seasons/{season}/head-to-head/"),
    _page("no head to head", "/seasons/{empty_season}/head-to-head/", _OWNER),
    _page("changes", "/seasons/{season}/changes/?since=2026-03-01"),
    _page("who can catch whom", "/seasons/{season}/chances/?left=3"),
    _page("who can catch whom, for strangers", "/seasons/{season}/chances/", _STRANGER),
    _page("nobody to catch", "/seasons/{empty_season}/chances/", _OWNER),
    _page("plan", "/seasons/{season}/plan/", _REFEREE),
    _page("settings of a season", "/seasons/{season}/settings/", _OWNER),
    _page("delete a season", "/seasons/{empty_season}/delete/", _OWNER),
    _page("sessions for a season", "/seasons/{incomplete_season}/sessions/", _SCORER),
    _page("season that may miss sessions", "/seasons/{incomplete_season}/", _SCORER),
    _page("sessions for a season without days", "/seasons/{empty_season}/sessions/", _OWNER),
    _page("what if in a season", "/seasons/{season}/what-if/big-two/", _REFEREE),
    _page("who sees the season", "/seasons/{season}/visibility/", _OWNER),
    # sessions
    _page("choose a game", "/clubs/{club}/sessions/new/", _SCORER),
    _page("new session", "/clubs/{club}/sessions/new/big-two/", _SCORER),
    _page("new session without players", "/clubs/{bare_club}/sessions/new/big-two/", _OWNER),
    *(_page(f"session of {game}", f"/sessions/{{{game}_1}}/") for game in PLAYED),
    _page("session for strangers", "/sessions/{public_session}/", _STRANGER),
    _page("session for its scorer", "/sessions/{session}/", _OWNER),
    _page("session without hands", "/sessions/{empty_session}/", _OWNER),
    _page("session going on", "/sessions/{going_on}/", _SCORER),
    _page("who sees the session", "/sessions/{session}/visibility/", _OWNER),
    _page("correct a session", "/sessions/{session}/correct/", _SCORER),
    _page("annul a session", "/sessions/{session}/annul/", _REFEREE),
    _page("history of a session", "/sessions/{session}/history/"),
    _page("move sessions", "/clubs/{club}/sessions/move/?all=1", _SCORER),
    _page("what if", "/sessions/{session}/what-if/", _REFEREE),
    _page("sheet on paper", "/sessions/{session}/print/sheet/"),
    _page("results on paper", "/sessions/{session}/print/results/"),
    _page("rules on paper", "/sessions/{session}/print/rules/"),
    _page("season on paper", "/seasons/{season}/print/"),
    _page("poster of a season", "/seasons/{season}/poster/"),
    _page("poster of a season, nothing yet", "/seasons/{empty_season}/poster/", _OWNER),
    _page("on the wall", "/sessions/{session}/projector/"),
    _page("on the wall, nothing yet", "/sessions/{empty_session}/projector/", _OWNER),
    _page("on the wall, going on", "/sessions/{going_on}/projector/", _SCORER),
    _page("rules of melds on paper", "/sessions/{four_color_cards_1}/print/rules/"),
    _page("season on paper, nothing yet", "/seasons/{empty_season}/print/", _OWNER),
    # hands
    _page("write a hand down", "/sessions/{session}/hands/new/", _SCORER),
    _page("write melds down", "/sessions/{four_color_cards_1}/hands/new/", _SCORER),
    _page("hand", "/hands/{hand}/?event=1"),
    _page("hand for strangers", "/hands/{public_hand}/", _STRANGER),
    _page("hand for its referee", "/hands/{hand}/", _REFEREE),
    _page("hand from a seat", "/hands/{hand}/?seat=2&event=9"),
    _page("try it otherwise", "/hands/{hand}/try/?event=9"),
    _page("a line tried", "/hands/{public_hand}/try/?event=9&play=3:+2H;4:+pass", _STRANGER),
    _page("who can force it", "/hands/{public_hand}/try/?event=42&solve=2", _STRANGER),
    _page("the others answer", "/hands/{hand}/try/?event=42&against=2"),
    _page("a line of melds", "/hands/{melds_hand}/try/?event=14&play=2:+chi+Cg+Cg"),
    _page("a line that ends the hand", "/hands/{hand}/try/?event=53&play=2:+4H"),
    _page(
        "a play of a line that cannot be read", "/hands/{hand}/try/?event=9&play=2:+3X", status=422
    ),
    _page("a kept line", "/hands/{hand}/try/?variation={variation}"),
    _page("nothing to try", "/hands/{sheet_only}/try/", status=409),
    _page("hand of gangs", "/hands/{gang_hand}/?event=40"),
    _page("hand of melds", "/hands/{melds_hand}/?event=40"),
    _page("hand going on", "/hands/{unfinished}/", _SCORER),
    _page("moving picture", "/hands/{hand}/moving-picture/"),
    _page("only the score sheet", "/hands/{sheet_only}/"),
    _page("hand elsewhere", "/hands/{public_hand}/embed/", _STRANGER, framed=True),
    _page("overlay", "/hands/{hand}/overlay/?event=9"),
    _page("overlay, going on", "/sessions/{going_on}/overlay/", _SCORER),
    _page("overlay for strangers", "/hands/{public_hand}/overlay/?theme=light", _STRANGER),
    _page("overlay, nothing yet", "/sessions/{empty_session}/overlay/", _OWNER),
    _page("history", "/hands/{amended}/history/"),
    _page("amend", "/hands/{hand}/amend/", _SCORER),
    _page("undo", "/hands/{amended}/undo/1/", _SCORER),
    _page("confirm", "/hands/{hand}/confirm/", _REFEREE),
    _page("second log", "/logs/{transcript}/", _SCORER),
    # the referee's desk
    _page("raise a dispute", "/hands/{hand}/dispute/?event=1"),
    _page("disputes", "/clubs/{club}/disputes/"),
    _page("no disputes", "/clubs/{empty_club}/disputes/", _OWNER),
    _page("dispute", "/disputes/{dispute}/"),
    _page("dispute to be decided", "/disputes/{dispute}/", _REFEREE),
    _page("dispute decided", "/disputes/{ruled}/"),
    _page("withdraw a dispute", "/disputes/{dispute}/withdraw/"),
    _page("dispute withdrawn", "/disputes/{withdrawn}/"),
    _page("ruling", "/disputes/{ruled}/ruling/"),
    # the logger
    _page("try it", "/try/", _STRANGER, scripted=True),
    _page("logger without an account", "/try/four-color-cards/", _STRANGER, scripted=True),
    _page("take a game into a club", "/try/club/?game=big-two", _SCORER, scripted=True),
    _page("take a game into no club", "/try/club/?game=big-two", _NEWCOMER, scripted=True),
    _page("logger", "/sessions/{going_on}/log/", _SCORER, scripted=True),
    _page("logger, nothing yet", "/sessions/{empty_session}/log/", _OWNER, scripted=True),
    _page("logger without a link", "/log/", _STRANGER, scripted=True),
    _page("logger by a link", "/log/#{link_token}", _STRANGER, scripted=True),
    # what goes wrong
    _page("not found", "/clubs/{nothing}/", status=404),
    _page("not found for strangers", "/hands/{hand}/", _STRANGER, status=404),
    _page("not allowed", "/clubs/{club}/settings/", status=403),
    _page("read only", "/theme/", status=405),
    # for programs
    _page("API", "/api/v1/docs/", _STRANGER, scripted=True, theirs=True),
)

NO_PAGES = {
    "sign-in-code": "a page for whoever has just typed a password",
    "sign-out": "an action",
    "set_language": "an action",
    "revoke-token": "an action",
    "revoke-invitation": "an action",
    "remove-member": "an action",
    "cancel-import": "an action",
    "reverse-merge": "an action",
    "cancel-rebuild": "an action",
    "stop-tried-rules": "an action",
    "same-table": "an action",
    "file-session": "an action",
    "delete-export-file": "an action",
    "revoke-link": "an action",
    "ping-webhook": "an action",
    "pause-webhook": "an action",
    "renew-secret": "an action",
    "remove-webhook": "an action",
    "send-again": "an action",
    "add-statement": "an action",
    "add-comment": "an action",
    "keep-variation": "an action",
    "withdraw-variation": "an action",
    "remove-comment": "an action",
    "take-award-away": "an action",
    "words": "a script",
    "log-worker": "a script",
    "phrases": "data",
    "rule-sentences": "data",
    "manifest": "data",
    "hand-moments": "data",
    "embedded-moments": "data",
    "record": "a file",
    "picture-file": "a picture",
    "hand-picture": "a picture",
    "hand-png": "a picture",
    "moving-picture-file": "a picture",
    "hand-animation": "a picture",
    "hand-qr": "a picture",
    "front-table": "a part of a page",
    "try-replay": "an action",
    "try-picture": "an action",
    "session-live": "a part of a page",
    "projector-board": "a part of a page",
    "hand-overlay-board": "a part of a page",
    "session-overlay-board": "a part of a page",
}
"""URL names that answer with something else than a page, and with what."""

OTHERS = ("admin:", "schema", "alive", "ready", "metrics")


def routes_of_pages() -> set[tuple[str, str]]:
    """Return URL name and pattern of every address in ``scorekeeper.pages``."""
    return {(str(one.name), str(one.pattern)) for one in url_patterns_of_pages()}


def url_patterns_of_pages() -> Iterator[URLPattern]:
    """Yield the pattern of every address in ``scorekeeper.pages``."""
    return _patterns(get_resolver("scorekeeper.pages.urls"))


def routes_in_the_table(names: Names) -> set[tuple[str, str]]:
    """Return URL name and pattern of every address in the table."""
    matches = (resolve(page.at(names).partition("#")[0].partition("?")[0]) for page in PAGES)
    return {(str(match.url_name), match.route) for match in matches}


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from _patterns(one)
        else:
            yield one

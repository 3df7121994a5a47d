"""What the service gives out comes back in without a question: to its own club as what it is, to another one with the same totals."""

import pytest
from django.utils import translation

from referee.spreadsheets import own_headings
from scorekeeper.adjudication import effects, judging
from scorekeeper.clubs import memberships
from scorekeeper.exports import csv_files, headings
from scorekeeper.hands import recording
from scorekeeper.models import Session
from tests.scorekeeper.imports.test_sent_sheets import XLSX, codes, review, send
from tests.scorekeeper.sample_hands import CLEAN

LANGUAGES = ["en", "de", "zh-hant"]
GIVEN = {"adjustments": [{"seat": 3, "points": -5, "reason": "late"}]}
ONLY_POINTS = {
    "void": "Only the points of this are known.",
    "adjustments": [
        {"seat": seat, "points": points, "reason": "from a score sheet"}
        for seat, points in ((1, 11), (2, -5), (3, -3), (4, -3))
    ],
}
COUNTS = {"cards_left": [0, 5, 8, 12]}
MELDS = {
    "finisher": 2,
    "exposed": ["Rr Rr Rr", "Gg Ag Eg", "Er Er Er"],
    "concealed": ["Hy Hy Hy", "Sr Sg Sy Sw", "Gw", "Cg Cg", "Ay Ay"],
    "lucky": "Ag",
}
HANDS = {
    "plays": ("big-two", [CLEAN, COUNTS, {"cards_left": [2, 0, 1, 4]}]),
    "a referee's points": ("big-two", [COUNTS, {**COUNTS, **GIVEN}, {"cards_left": [2, 0, 1, 4]}]),
    "a misdeal": ("big-two", [COUNTS, {"void": "misdeal"}, {"cards_left": [2, 0, 1, 4]}]),
    "points alone": ("big-two", [COUNTS, ONLY_POINTS, {"cards_left": [2, 0, 1, 4]}]),
    "nothing but points": ("big-two", [ONLY_POINTS, ONLY_POINTS]),
    "an open number": (
        "big-two",
        [{"cards_left": [0, 5, "?", 12]}, COUNTS, {"cards_left": ["?", 0, "?", 4], **GIVEN}],
    ),
    "an open penalty": (
        "gang-of-four",
        [
            {"cards_left": [16, 1, 0, 2]},
            {"cards_left": ["?", 5, 0, 12]},
            {"cards_left": [0, 5, 8, 12]},
        ],
    ),
    "nothing but open numbers": ("big-two", [{"cards_left": [0, 5, "?", 12]}]),
    "a struck hand": ("big-two", [COUNTS, {**COUNTS, "annulled": "wrong deck"}, COUNTS]),
    "a logged hand with points given": ("big-two", [{**CLEAN, **GIVEN}, COUNTS]),
    "penalties": ("gang-of-four", [{"cards_left": [0, 5, 8, 12]}, {"cards_left": [16, 1, 0, 2]}]),
    "the loser's": ("gang-of-four-loser-scores", [{"cards_left": [0, 5, 8, 12]}] * 2),
    "places": ("pusoy-dos", [{"out": [2, 4, 1]}, {"out": [1, 2, 3]}]),
    "melds": (
        "four-color-cards",
        [MELDS, {"washed_out": True}, MELDS],
    ),
}
FORMATS = {
    "session.csv": "text/csv",
    "session.xlsx": XLSX,
    "season.csv": "text/csv",
    "season.xlsx": XLSX,
    "plays.bgsexport": "application/vnd.bgstats+json",
    "plays.xml": "application/xml",
    "records.ndjson": "application/x-ndjson",
    "record.json": "application/json",
    "record.toml": "application/toml",
}


@pytest.fixture
def other_club(people):
    return memberships.found_club("Elsewhere", by=people.carol)[0]


def export(client, session, name, **query):
    kind, form = name.split(".")
    path = {
        "session": f"sessions/{session.pk}/record",
        "record": f"sessions/{session.pk}/record",
        "season": f"seasons/{session.season_id}/scores",
    }.get(kind, f"seasons/{session.season_id}/{kind}")
    query |= {} if kind == "records" else {"format": form}
    answer = client.get(f"/api/v1/{path}/", query)
    assert answer.status_code == 200, answer.content
    return answer.getvalue()


def read_back(client, club, session, name, **query):
    content = export(client, session, name, **query)
    game = {"session": f"{session.variant.replace('-', ' ')} {name}"}.get(name.split(".")[0], name)
    return review(client, club, content, content_type=FORMATS[name], file_name=game)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("hands", HANDS)
def test_what_was_given_out_comes_back(
    carol, open_session, people, season, other_club, hands, name
):
    if "open" in hands and name.startswith("plays"):
        pytest.skip("a play has totals, and these are open")
    variant, records = HANDS[hands]
    session = open_session(variant=variant, played_on="2024-03-14", season=season)
    for record in records:
        recording.record_hand(session, record, by=people.carol)
    session = Session.objects.get()
    read = read_back(carol, session.club, session, name)
    assert (codes(read), read["refused"]) == ([], [])
    assert [one["session"] for one in read["known_sessions"] if not one["hands"]] or [
        one["known"] for one in read["sessions"]
    ] == [True]
    elsewhere = read_back(carol, other_club, session, name)
    assert (codes(elsewhere), elsewhere["refused"]) == ([], [])
    (one,) = elsewhere["sessions"]
    # sums of the points of a season's hands begin with 0
    started_with = 100 if variant == "four-color-cards" and name.startswith("season") else 0
    assert (one["played_on"], one["variant"]) == ("2024-03-14", variant)
    totals = one["totals"] and [total + started_with for total in one["totals"]]
    assert totals == session.result.totals


@pytest.mark.parametrize("name", ["session.csv", "session.xlsx"])
@pytest.mark.parametrize(
    ("variant", "record", "keys"),
    [
        ("big-two", COUNTS, {"carried": [34, -12, 0, -22]}),
        ("big-two", COUNTS, {"carried": [34, -12, 0, -22], "first_hand": 5}),
        ("gang-of-four", COUNTS, {"carried": [10, 0, 20, 0], "first_hand": 3}),
        ("four-color-cards", MELDS, {"carried": [110, 90, 105, 95], "first_hand": 2}),
        ("four-color-cards", MELDS, {"house_rules": {"credits": 50}}),
    ],
)
def test_a_session_goes_on_from_the_totals_that_its_sheet_begins_with(
    carol, open_session, people, season, other_club, name, variant, record, keys
):
    session = open_session(variant=variant, played_on="2024-03-14", season=season, **keys)
    for _ in range(2):
        recording.record_hand(session, record, by=people.carol)
    session = Session.objects.get()
    read = read_back(carol, session.club, session, name)
    assert (codes(read), read["refused"], read["known_sessions"][0]["hands"]) == ([], [], [])
    content = export(carol, session, name)
    sheet = {"content_type": FORMATS[name], "file_name": variant.replace("-", " ")}
    assert send(carol, other_club, content, **sheet).status_code == 201
    brought = Session.objects.get(club=other_club)
    assert brought.result.totals == session.result.totals
    begun = [judging.first_carry(one) for one in (session, brought)]
    assert begun[0].number == begun[1].number


def test_a_beginning_that_is_no_number_is_refused(carol, open_session, people, season, other_club):
    session = open_session(played_on="2024-03-14", season=season, carried=[34, -12, 0, -22])
    recording.record_hand(session, COUNTS, by=people.carol)
    content = export(carol, session, "session.csv").replace(b",34,", b",x,")
    (refused,) = review(carol, other_club, content, file_name="big two")["refused"]
    assert (refused["line"], "Alice (total): 'x' is no number" in refused["message"]) == (3, True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["session.csv", "session.xlsx", "season.csv", "season.xlsx"])
@pytest.mark.parametrize("settlement", ["winner-collects", "pairwise"])
def test_a_hand_with_an_open_number_stays_open(
    carol, open_session, people, season, other_club, language, name, settlement
):
    rules = {"house_rules": {"settlement": settlement}}
    session = open_session(played_on="2024-03-14", season=season, **rules)
    for record in ({"cards_left": [0, 5, "?", 12]}, COUNTS):
        recording.record_hand(session, record, by=people.carol)
    content = export(carol, session, name, headings=language)
    sheet = {"content_type": FORMATS[name], "file_name": "big two.csv", "assume": "true"}
    assert send(carol, other_club, content, **sheet).status_code == 201
    brought = Session.objects.get(club=other_club)
    first, second = map(judging.hand_record, (hand.head for hand in effects.hands_of(brought)))
    assert first["cards_left"] == [0, 5, "?", 12]
    if name.startswith("season") or settlement == "winner-collects":
        assert second["cards_left"] == [0, 5, 8, 12]


@pytest.mark.parametrize("name", ["season.csv", "season.xlsx"])
def test_a_season_of_several_games_comes_back_with_its_open_numbers(
    carol, open_session, people, season, other_club, name
):
    open_hand = {"cards_left": [0, 5, "?", 12]}
    games = {"big-two": open_hand, "pusoy-dos": {"out": [2, 4, 1]}, "four-color-cards": MELDS}
    for variant, record in games.items():
        session = open_session(variant=variant, played_on="2024-03-14", season=season)
        recording.record_hand(session, record, by=people.carol)
    for club in (session.club, other_club):
        read = read_back(carol, club, session, name)
        assert (codes(read), read["refused"]) == ([], [])
        if club == session.club:
            assert [one["hands"] for one in read["known_sessions"]] == [[], [], []]
        else:
            assert [one["totals"] for one in read["sessions"]] == [
                None,
                [1, 3, 0, 2],
                [-5, 15, -5, -5],
            ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["session.csv", "session.xlsx", "season.csv", "season.xlsx"])
@pytest.mark.parametrize("separator", ["comma", "semicolon"])
def test_headings_are_read_in_every_language(
    carol, open_session, people, season, other_club, language, name, separator
):
    session = open_session(played_on="2024-03-14", season=season)
    for record in HANDS["a referee's points"][1]:
        recording.record_hand(session, record, by=people.carol)
    session = Session.objects.get()
    read = read_back(carol, other_club, session, name, headings=language, separator=separator)
    assert (codes(read), read["refused"]) == ([], [])
    assert [one["totals"] for one in read["sessions"]] == [session.result.totals]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_import_knows_the_headings_of_every_language(language):
    words = [*csv_files.SEASON_COLUMNS, "note"]
    with translation.override(language):
        of_season = tuple(headings.headings(words))
        of_session = (*headings.headings(["hand", "status"]), "Ann", "Bo")
        of_session += (*map(headings.adjusted, ["Ann", "Bo"]), *map(headings.total, ["Ann", "Bo"]))
        of_session += (*map(headings.left, ["Ann", "Bo"]),)
    assert own_headings.in_english(of_season) == tuple(words)
    assert own_headings.in_english(of_session) == (
        *("hand", "status", "Ann", "Bo", "Ann (adjusted)", "Bo (adjusted)"),
        *("Ann (total)", "Bo (total)", "Ann (cards left)", "Bo (cards left)"),
    )

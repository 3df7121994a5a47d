"""Hands are found by what happened in them: every answer is what a scan of all records gives."""

import random
from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import cycle

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

import referee
from scorekeeper import access
from scorekeeper.adjudication import judging
from scorekeeper.clubs import player_merges
from scorekeeper.hands import amendments, annulled_sessions, recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import (
    Club,
    Hand,
    HandFact,
    IndexedHand,
    Player,
    Replay,
    Seat,
    SolvedEnding,
    Visibility,
)
from scorekeeper.replays import builder, endings, frames, hand_facts, hand_index, hand_search
from scorekeeper.replays.hand_facts import FactKind, FactMoment
from scorekeeper.replays.hand_search import BadCursorError, HandQuestion, HandSort
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import (
    CLEAN,
    DEAL,
    GIVEN_AWAY,
    ILLEGAL,
    SHEET,
    TAKEN,
    UNFINISHED,
)
from tests.scorekeeper.turns import never

GAMES = ("big-two", "gang-of-four", "four-color-cards", "pusoy-dos")


def build():
    return frames.rebuild_stale(stop=never)


def played(variant, chance):
    """Return the record of a hand played at random, with an illegal play or a claim of a play taken back now and then."""
    table = referee.Table(variant, hand=referee.deal(variant, seed=chance.randrange(10**6)))
    while choices := table.choices():
        seat, actions = chance.choice([*choices.items()])
        table.play(f"{seat}: {actions[0] if chance.random() < 0.7 else chance.choice(actions)}")
    hand = {key: value for key, value in table.hand.items() if key in {"dealt", "events"}}
    if chance.random() < 0.3:
        hand["rulings"] = [{"event": 2, "decision": "stands", "reason": "Seen by all."}]
    return hand


def record(session, hand, people):
    return recording.record_hand(session, hand, by=people.carol).hand


def solve_at_random(chance):
    """Store an ending of many hands, some of which are in the index already."""
    for hand in Hand.objects.select_related("adjudication"):
        digest = hand.adjudication.input_digest
        kinds = [kind for kind in ("given-away", "taken") if chance.random() < 0.4]
        marks = [{"mark": kind, "event": chance.randint(1, 9), "seat": 1} for kind in kinds]
        stale = chance.random() < 0.1
        SolvedEnding.objects.create(
            hand=hand,
            club_id=hand.club_id,
            input_digest="of before" if stale else digest,
            analysis={"marks": marks},
            by_seat={},
            solved_at=timezone.now(),
        )
        if not stale:
            hand_index.replace_ending(hand.pk, digest, {"marks": marks})


@pytest.fixture
def random_club(club, season, players, people):
    """A club with public and private sessions of all games, with and without a date; the index is built."""
    chance = random.Random(7)
    names = ("Erin", "Finn")
    cast = [*players, *(Player.objects.create(club=club, name=name) for name in names)]
    for number in range(12):
        variant = GAMES[number % 4]
        sheet = {"variant": variant}
        if chance.random() < 0.7:
            sheet["played_on"] = f"2026-03-0{chance.randint(1, 3)}"
        seated = chance.sample(cast, 4)
        session, _ = session_recording.record_session(
            club, sheet, players=seated, by=people.carol, season=season if number % 2 else None
        )
        if chance.random() < 0.5:
            session_recording.file_session(
                session, season=session.season, visibility=Visibility.PUBLIC, by=people.alice
            )
        for _ in range(chance.randint(1, 2)):
            record(session, played(variant, chance), people)
        if variant == "big-two":
            record(session, chance.choice([CLEAN, SHEET]), people)  # with equal figures
            for hand in (CLEAN, SHEET, UNFINISHED):
                record(session, hand, people)
        if number == 4:
            build()
    solve_at_random(chance)
    build()
    assert not frames.unindexed().exists()
    return club


def scan(question, person):
    """Return the ids of the matching hands in their order, from the records alone."""
    matching = []
    sessions = access.sessions_seen_by(AnonymousUser() if question.only_club is None else person)
    hands = Hand.objects.filter(session__in=sessions).select_related(
        "session", "adjudication", "head"
    )
    for hand in hands:
        summary = summary_of(hand)
        if summary is not None and applies(question, hand, summary):
            matching.append((hand, summary))
    return [hand.pk for hand, _ in sorted(matching, key=lambda pair: sort_key(question, *pair))]


@cache
def summary_of(hand):
    judged = judging.judge_stored(hand)
    summary = hand_facts.summary_of(judged, judged.frames())
    digest = hand.adjudication.input_digest
    ending = SolvedEnding.objects.filter(hand=hand, input_digest=digest).first()
    if summary is None or ending is None or not hand.club.solves_endings:
        return summary
    marks = {(FactKind(mark["mark"]), ""): [] for mark in ending.analysis["marks"]}
    return summary._replace(facts={**summary.facts, **marks})


def applies(question, hand, summary):
    session = hand.session
    day = session.played_on or session.listed_on
    seated = set(Seat.objects.filter(session=session).values_list("player", flat=True))
    wanted = [*question.players, *([question.player.pk] if question.player else [])]
    keys = set(summary.facts) | {(kind, None) for kind, _ in summary.facts}
    return all((
        question.only_club in {None, hand.club},
        question.season in {None, session.season},
        question.variant in {"", session.variant},
        set(wanted) <= seated,
        question.since is None or day >= question.since,
        question.until is None or day <= question.until,
        question.min_points is None or (summary.most_points or 0) >= question.min_points,
        question.sort is not HandSort.POINTS or summary.most_points is not None,
        keys.issuperset(question.facts()),
    ))  # fmt: skip


def sort_key(question, hand, summary):
    session = hand.session
    if question.sort is HandSort.TRICK:
        return -summary.longest_trick, hand.pk
    if question.sort is HandSort.POINTS:
        return -summary.most_points, hand.pk
    day = session.played_on or session.listed_on
    return -day.toordinal(), -session.created_at.timestamp(), session.pk, -hand.position


def walk(question, person, *, most=3):
    """Return the ids of all pages, one after another."""
    ids, after = [], ""
    while after is not None:
        page = hand_search.find(question, person, after=after, most=most)
        assert len(page.hands) <= most
        ids += [each.hand.pk for each in page.hands]
        after = page.after
    return ids


def questions(club, season, players):
    asked = [
        HandQuestion(),
        HandQuestion(combination="straight"),
        HandQuestion(combination="pair", beaten=True),
        HandQuestion(beaten=True),
        HandQuestion(meld="pair"),
        HandQuestion(rule="B17"),
        HandQuestion(illegal=True),
        HandQuestion(fault="does-not-beat"),
        HandQuestion(ruled=True, combination="single"),
        HandQuestion(comeback=True),
        HandQuestion(given_away=True),
        HandQuestion(taken=True),
        HandQuestion(taken=True, given_away=True, combination="pair"),
        HandQuestion(variant="gang-of-four", min_points=0),
        HandQuestion(since=date(2026, 3, 2)),
        HandQuestion(until=date(2026, 3, 2), rule="G4"),
        HandQuestion(players=(players[0].pk, players[3].pk)),
        HandQuestion(players=(players[0].pk, players[3].pk), combination="pair"),
    ]
    scopes = [{}, {"club": club}, {"season": season}, {"player": players[1]}]
    every = [replace(each, **scope) for each in asked for scope in scopes]
    return [replace(each, sort=sort) for each, sort in zip(every, cycle(HandSort), strict=False)]


@pytest.mark.parametrize(
    ("most_rare", "at_once"), [(0, 2), (0, 1_000), (1_000, 2)], ids=["in pieces", "all", "rare"]
)
def test_a_search_finds_what_a_scan_of_all_records_finds(
    random_club, season, players, people, monkeypatch, most_rare, at_once
):
    monkeypatch.setattr(hand_search, "MOST_RARE", most_rare)
    monkeypatch.setattr(hand_search, "SESSIONS_AT_ONCE", at_once)
    monkeypatch.setattr(hand_search, "MOST_SESSIONS", 2 * at_once)
    monkeypatch.setattr(hand_search, "HANDS_AT_ONCE", at_once)
    monkeypatch.setattr(hand_search, "MOST_OF_A_PLAYER", at_once)
    total = 0
    for number, question in enumerate(questions(random_club, season, players)):
        person = [people.dan, people.eve, AnonymousUser()][number % 3]
        expected = scan(question, person)
        total += len(expected)
        assert walk(question, person) == expected, question
    assert total > 50


def test_positions_are_found_by_their_keys(random_club, people):
    hand = Hand.objects.filter(session__variant="pusoy-dos").first()
    keys = referee.lead_keys(judging.judge_stored(hand))
    for event, key in keys.items():
        (found,) = hand_search.find(
            HandQuestion(club=random_club, position=key), people.dan, most=9
        ).hands
        assert (found.hand.pk, found.event) == (hand.pk, event)


def of_kind(hand, kind):
    facts = HandFact.objects.filter(hand=hand, kind=kind)
    return {fact.value: [FactMoment(*each) for each in fact.moments] for fact in facts}


def test_an_illegal_play_that_was_taken_back_did_not_stand(session, people):
    events = [*ILLEGAL["events"][:3], "2: 3D", "2: takes back", "1: AC", "1: 2C"]
    standing = record(session, {**CLEAN, "events": [*ILLEGAL["events"][:4], "1: AC", "1: 2C"]}, people)  # fmt: skip
    taken_back = record(session, {**CLEAN, "events": events}, people)
    build()
    assert of_kind(standing, FactKind.ILLEGAL) == {"does-not-beat": [FactMoment(4, 2)]}
    assert not of_kind(taken_back, FactKind.ILLEGAL)


def test_a_combination_is_beaten_by_the_next_legal_play_of_its_trick():
    events = ["1: 3C", "2: 4D", "3: 3H"]
    table = referee.Table("big-two", hand={"dealt": DEAL, "events": events})
    plays = [*hand_facts._of_plays(hand_facts._tricks(table.adjudication.frames()))]
    made = [moment.event for kind, _, moment in plays if kind is FactKind.COMBINATION]
    beaten = [moment.event for kind, _, moment in plays if kind is FactKind.BEATEN]
    assert (made, beaten) == ([1, 2], [1])


def test_a_comeback_is_the_most_cards_when_somebody_had_few():
    counts = [[13, 13], [9, 9], [3, 9], [3, 4], [3, 0]]
    made = [{"event": n, "seat": 1, "counts": each} for n, each in enumerate(counts)]
    won_by_second = [*hand_facts._of_comeback({"places": [2, 1]}, made)]
    assert won_by_second == [(FactKind.COMEBACK, "", FactMoment(2, 2))]
    assert not [*hand_facts._of_comeback({"places": [1, 2]}, made[:-1])]


@pytest.mark.parametrize("hand", [UNFINISHED, {**CLEAN, "void": "Misdeal."}])
def test_unfinished_and_void_hands_are_not_in_the_index(session, people, hand):
    record(session, hand, people)
    build()
    assert not IndexedHand.objects.exists()
    assert not frames.unindexed().exists()


def test_no_hand_is_looked_at_while_none_waits_for_the_index(
    session, people, django_assert_num_queries
):
    record(session, CLEAN, people)
    build()
    with django_assert_num_queries(1):  # of the partial index of those that wait
        assert not frames.unindexed().exists()


@pytest.mark.parametrize("few", [0, 500])
def test_hands_that_wait_are_found_whether_they_are_few_or_many(session, people, few, monkeypatch):
    monkeypatch.setattr(frames, "FEW", few)
    waiting = [record(session, CLEAN, people) for _ in range(2)]
    build()
    Replay.objects.update(indexed_from="")
    assert {*frames.unindexed()} == {*waiting}


def test_a_hand_that_is_corrected_is_found_again_once_it_is_indexed_anew(session, people):
    hand = record(session, CLEAN, people)
    build()
    question = HandQuestion(club=session.club, combination="straight-flush")
    assert walk(question, people.dan) == [hand.pk]
    amendments.amend(hand, Amendment(keys={**SHEET, "events": None, "dealt": None}), by=people.bob)
    assert walk(question, people.dan) == []  # never as it was
    assert hand_search.count_waiting(session.club) == 1
    build()
    assert walk(question, people.dan) == []
    assert walk(HandQuestion(club=session.club), people.dan) == [hand.pk]
    assert hand_search.count_waiting(session.club) == 0


def test_an_annulled_session_leaves_the_index(session, people):
    hand = record(session, CLEAN, people)
    build()
    annulled_sessions.annul(session, reason="Wrong deck.", by=people.bob)
    build()
    assert walk(HandQuestion(club=session.club), people.dan) == []
    assert not HandFact.objects.filter(hand=hand).exists()


def test_a_merged_player_is_found_under_both_names(session, players, people, club):
    hand = record(session, CLEAN, people)
    build()
    other = type(players[0]).objects.create(club=club, name="Alicia")
    player_merges.merge(players[0], into=other, by=people.bob)
    for row in (players[0], other):
        assert walk(HandQuestion(player=row), people.dan) == [hand.pk]


def test_hands_of_a_former_release_are_indexed_later(session, people):
    record(session, CLEAN, people)
    build()
    IndexedHand.objects.all().delete()
    HandFact.objects.all().delete()
    Replay.objects.update(indexed_from="")
    assert hand_search.count_waiting(session.club) == 1
    assert [build(), build()] == [1, 0]
    assert walk(HandQuestion(club=session.club), people.dan)


def test_a_replay_that_a_former_release_built_anew_is_indexed_anew(session, people):
    hand = record(session, CLEAN, people)
    build()
    amendments.amend(hand, Amendment(keys={**SHEET, "events": None, "dealt": None}), by=people.bob)
    former = Replay.objects.get(hand=hand).indexed_from
    build()
    Replay.objects.update(indexed_from=former)
    assert [build(), build()] == [1, 0]


@pytest.fixture
def lost(session, people):
    """A hand in which a certain win was given away."""
    return record(session, GIVEN_AWAY, people)


def solve():
    return endings.solve_waiting(stop=never)


@pytest.mark.parametrize("steps", [(build, solve), (solve, build)], ids=["before", "after"])
def test_a_certain_win_is_found_whether_its_ending_is_solved_before_or_after(
    lost, session, people, steps
):
    won = record(session, TAKEN, people)
    for step in steps:
        step()
    assert of_kind(lost, FactKind.GIVEN_AWAY) == {"": [FactMoment(44, 2)]}
    for question, hand, event in ({"given_away": True}, lost, 44), ({"taken": True}, won, 13):
        (found,) = hand_search.find(
            HandQuestion(club=lost.club, **question), people.dan, most=9
        ).hands
        assert (found.hand.pk, found.event) == (hand.pk, event)


def test_an_index_that_is_built_again_has_the_endings(lost, people):
    build()
    solve()
    Replay.objects.update(indexed_from="")
    build()
    assert walk(HandQuestion(club=lost.club, given_away=True), people.dan) == [lost.pk]


def test_after_a_correction_a_win_is_found_no_more_until_it_is_solved_again(lost, people):
    build()
    solve()
    amendments.amend(
        lost, Amendment(keys={"events": [*GIVEN_AWAY["events"][:-1], "1: 10H"]}), by=people.bob
    )
    question = HandQuestion(club=lost.club, given_away=True)
    assert walk(question, people.dan) == []
    build()
    assert walk(question, people.dan) == []
    assert not HandFact.objects.filter(kind__in=hand_facts.OF_ENDINGS).exists()


def test_a_club_that_switches_endings_off_has_none_found(lost, people):
    build()
    solve()
    question = HandQuestion(club=lost.club, given_away=True)
    Club.objects.update(solves_endings=False)
    assert walk(question, people.dan) == []
    assert walk(HandQuestion(club=lost.club), people.dan) == [lost.pk]
    Club.objects.update(solves_endings=True)
    assert walk(question, people.dan) == [lost.pk]


def test_a_hand_that_cannot_be_indexed_has_its_replay_and_holds_nobody_up(
    session, people, monkeypatch
):
    hands = [record(session, CLEAN, people) for _ in range(3)]

    def summary_of(judged, replay):
        if judged.carried.number == 2:
            raise KeyError
        return hand_facts.summary_of(judged, replay)

    monkeypatch.setattr(builder, "summary_of", summary_of)
    build()
    assert not frames.stale().exists()
    assert {*walk(HandQuestion(club=session.club), people.dan)} == {hands[0].pk, hands[2].pk}
    assert hand_search.count_waiting(session.club) == 1


@pytest.mark.parametrize("text", ["?", "W10=", "e30=", "WyIyMDI2LTAzLTAxIl0="])
def test_a_text_that_is_no_cursor_is_refused(club, people, text):
    for sort in HandSort:
        with pytest.raises(BadCursorError):
            hand_search.find(HandQuestion(club=club, sort=sort), people.dan, after=text, most=1)


@pytest.mark.parametrize("sort", HandSort)
def test_hands_with_equal_figures_are_each_on_one_page(session, people, sort):
    hands = {record(session, SHEET, people).pk for _ in range(7)}
    build()
    ids = walk(HandQuestion(club=session.club, sort=sort), people.dan, most=2)
    assert (len(ids), {*ids}) == (7, hands)


DAY, NOBODY = "2026-03-01", "00000000-0000-0000-0000-000000000000"


@pytest.mark.parametrize(
    ("sort", "parts"),
    [
        (HandSort.NEWEST, f'["{DAY}","{DAY}T00:00:00+00:00","{NOBODY}",Infinity]'),
        (HandSort.NEWEST, f'["{DAY}","{DAY}T00:00:00+00:00","{NOBODY}",{10**30}]'),
        (HandSort.NEWEST, f'["{DAY}","{DAY}T00:00:00","{NOBODY}",1]'),
        (HandSort.NEWEST, f'["{DAY}","0001-01-01T00:00:00+14:00","{NOBODY}",1]'),
        (HandSort.TRICK, f'[Infinity,"{NOBODY}"]'),
        (HandSort.TRICK, f'[{10**400},"{NOBODY}"]'),
        (HandSort.POINTS, f'[NaN,"{NOBODY}"]'),
    ],
)
def test_a_place_that_no_hand_can_have_is_no_cursor(club, people, sort, parts):
    text = urlsafe_b64encode(parts.encode()).decode()
    with pytest.raises(BadCursorError):
        hand_search.find(HandQuestion(club=club, sort=sort), people.dan, after=text, most=1)

"""Checking exported sessions: digests, links and numbers of the revisions, and the verdicts judged again."""

import copy
import json
from datetime import UTC, datetime, timedelta
from io import BytesIO, TextIOWrapper

import pytest

import referee
from referee.cli import main

BEGAN = datetime(2026, 3, 5, 19, 30, tzinfo=UTC)
CLUB, SESSION = "club", "session"
PLAYERS = ["a", "b", "c", "d"]


def chain(of, *versions):
    """Return sealed revisions of these contents and texts, and the digest of the last one as head."""
    revisions, previous = [], referee.NO_PREVIOUS_DIGEST
    for number, (content, text) in enumerate(versions, 1):
        salt = f"{number:064}"
        words = referee.text_digest(salt=salt, reason="", text=text)
        at, name = BEGAN + timedelta(minutes=number), f"{of.get('hand', 'session')} {number}"
        digest = referee.revision_digest(
            id=name,
            of=of,
            number=number,
            previous=previous,
            kind="recorded",
            by="x",
            at=at,
            content=content,
            text=words,
        )
        revisions.append(
            {
                "id": name,
                "number": number,
                "kind": "recorded",
                "cause": "",
                "by": "x",
                "at": at.isoformat(),
                "reason": "",
                "content": content,
                "text": text,
                "text_salt": salt,
                "text_digest": words,
                "previous_digest": previous,
                "digest": digest,
            }
        )
        previous = digest
    return {"revisions": revisions, "head": previous}


def hand(position, *versions):
    of = {"club": CLUB, "session": SESSION, "hand": f"hand {position}", "position": position}
    return {"id": of["hand"], "position": position, **chain(of, *versions)}


def build_bundle(*hands, **sheet):
    """Return a bundle of these hands, with the adjudication of their last versions."""
    content = {"variant": "big-two", "players": PLAYERS, **sheet}
    record = {"format": referee.RECORD_FORMAT, **content}
    record["hands"] = [referee.join_hand(referee.Parts(*versions[-1])) for versions in hands]
    answer = referee.adjudicate(referee.parse_record(record)).as_json()
    return {
        "format": referee.BUNDLE_FORMAT,
        "club": CLUB,
        "session": {"id": SESSION, **chain({"club": CLUB, "session": SESSION}, (content, {}))},
        "players": [{"id": player, "name": player.upper()} for player in PLAYERS],
        "hands": [hand(position, *versions) for position, versions in enumerate(hands, 1)],
        "adjudication": json.loads(json.dumps(answer)),
    }


FIRST = [
    ({"cards_left": [0, 5, 8, 13]}, {}),
    ({"cards_left": [0, 5, 8, 12]}, {"note": "counted again"}),
]
SECOND = [({"events": ["1: 3C", "2: 3D", "3: 3D"], "void": True}, {"void": "misdeal"})]


@pytest.fixture
def bundle():
    return build_bundle(FIRST, SECOND)


def codes(bundle):
    return {(problem.where, problem.code) for problem in referee.verify(bundle).problems}


def test_an_unchanged_bundle_verifies(bundle):
    answer = referee.verify(bundle).as_json()
    del answer["notes"]
    assert answer == {
        "format": "verification/1",
        "ok": True,
        "revisions": 4,
        "hands": 2,
        "problems": [],
    }


@pytest.mark.parametrize(
    "key",
    "id kind cause by at content number digest text_digest previous_digest".split(),
)
def test_a_change_to_any_sealed_key_is_reported(bundle, key):
    other = {
        "number": 7,
        "content": {"cards_left": [5, 0, 8, 13]},
        "at": "2026-03-05T19:31:00.000001+00:00",
    }
    bundle["hands"][0]["revisions"][0][key] = other.get(key, "other")
    assert ("hands[0].revisions[0].digest", "other-digest") in codes(bundle)


@pytest.mark.parametrize(
    ("path", "value", "where", "code"),
    [
        ("club", "other", "session.revisions[0].digest", "other-digest"),
        ("session id", "other", "hands[1].revisions[0].digest", "other-digest"),
        ("session head", "other", "session.head", "head-not-last"),
        ("hands 0 id", "other", "hands[0].revisions[0].digest", "other-digest"),
        ("hands 0 position", 3, "hands[0].position", "position-gap"),
        ("hands 0 revisions 1 reason", "other", "hands[0].revisions[1].text", "other-words"),
        ("hands 0 revisions 1 text", {}, "hands[0].revisions[1].text", "other-words"),
        ("hands 0 revisions 1 text_salt", "other", "hands[0].revisions[1].text", "other-words"),
        ("hands 0 revisions 1 text_salt", "", "hands[0].revisions[1].text", "words-after-erasure"),
        ("hands 0 revisions", [], "hands[0].revisions", "no-revision"),
        ("players 0 id", "b", "players", "other-players"),
        ("adjudication rules_digest", "other", "adjudication.rules_digest", "other-rules"),
        ("adjudication totals 0", 99, "adjudication.totals", "other-totals"),
        ("adjudication winners", [1], "adjudication.winners", "other-result"),
        ("adjudication hands 0 points", None, "adjudication.hands[0].points", "other-result"),
        ("adjudication hands 0 more", 1, "adjudication.hands[0].more", "other-result"),
        (
            "adjudication hands 1 events 0 verdict",
            "illegal",
            "adjudication.hands[1].events[0]",
            "other-verdict",
        ),
        ("adjudication hands 1 events", [], "adjudication.hands[1].events", "other-verdict"),
        ("adjudication hands", [], "adjudication.hands", "other-result"),
    ],
)
def test_a_change_is_reported_with_its_place(bundle, path, value, where, code):
    *steps, last = (int(step) if step.isdigit() else step for step in path.split())
    within = bundle
    for step in steps:
        within = within[step]
    within[last] = value
    assert (where, code) in codes(bundle)


def test_a_missing_revision_is_reported(bundle):
    del bundle["hands"][0]["revisions"][0]
    expected = {
        ("hands[0].revisions[0].number", "number-gap"),
        ("hands[0].revisions[0].previous_digest", "broken-link"),
    }
    assert codes(bundle) == expected


def test_hands_in_another_order_are_reported(bundle):
    bundle["hands"].reverse()
    assert ("hands[0].position", "position-gap") in codes(bundle)


def test_a_history_with_erased_texts_verifies():
    bundle = build_bundle(FIRST, [({"cards_left": [0, 1, 2, 3]}, {})])
    for revision in bundle["hands"][0]["revisions"]:
        revision.update(text={}, text_salt="", reason="")
    assert codes(bundle) == {
        (f"hands[0].revisions[{place}].text_salt", "words-missing") for place in (0, 1)
    }
    bundle["session"]["words_erased"] = True
    assert codes(bundle) == set()


def test_a_confirmation_of_another_hand_is_reported(bundle):
    bundle["hands"][0]["confirmations"] = [{"revision": "hand 2 1"}]
    assert codes(bundle) == {("hands[0].confirmations[0].revision", "unknown-revision")}


def test_a_hand_that_cannot_be_judged_is_reported(bundle):
    bundle["hands"][0]["revisions"][1]["content"] = {"events": ["1: 99"]}
    assert ("hands[0].events[0]", "cannot-be-judged") in codes(bundle)


MALFORMED = [
    ([], ""),
    ({"format": "session-record/1"}, "format"),
    (["club", None], "club"),
    (["session", 3], "session"),
    (["hands", {}], "hands"),
    (["hands", 0, "position", True], "hands[0].position"),
    (["hands", 0, "revisions", 0, "at", "yesterday"], "hands[0].revisions[0].at"),
    (["hands", 0, "revisions", 0, "at", "2026-03-05T19:30:00"], "hands[0].revisions[0].at"),
    (["hands", 0, "revisions", 0, "content", 1e999], ""),
    (["hands", 0, "revisions", 0, "content", "\ud800"], ""),
]


@pytest.mark.parametrize(("change", "where"), MALFORMED)
def test_a_malformed_bundle_is_refused_with_its_place(bundle, change, where):
    if isinstance(change, list) and change:
        *path, last, value = change
        within = bundle
        for step in path:
            within = within[step]
        within[last] = value
    else:
        bundle = change
    with pytest.raises(referee.MalformedError) as error:
        referee.verify(bundle)
    assert error.value.where == where


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Return a function that verifies values, each in a file, and returns the exit code and the printed lines."""

    def run(*values, options=()):
        files = []
        for number, value in enumerate(values):
            files.append(str(tmp_path / f"{number}.json"))
            (tmp_path / f"{number}.json").write_text(json.dumps(value, indent=2))
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"")))
        return main(["verify", *options, *files]), capsys.readouterr().out.splitlines()

    return run


def test_the_exit_code_is_the_worst_of_all_files(run, bundle):
    wrong = copy.deepcopy(bundle)
    wrong["adjudication"]["totals"] = [0, 0, 0, 0]
    assert run(bundle)[0] == 0
    assert run(wrong, bundle)[0] == 1
    assert run(wrong, {}, bundle)[0] == 2


def test_the_text_form_has_a_line_for_each_file_and_each_problem(run, bundle):
    wrong = copy.deepcopy(bundle)
    wrong["adjudication"]["totals"] = [0, 0, 0, 0]
    code, lines = run(bundle, wrong, options=["--format", "text"])
    assert (code, lines[0][:3]) == (1, "OK ")
    text = " ".join(" ".join(lines).split())
    assert "(4 revisions, 2 hands)" in text
    assert "(adjudication.totals: other-totals)" in text


def test_a_bundle_without_a_journal_verifies_with_a_note(run, bundle):
    code, [printed] = run(bundle)
    answer = json.loads(printed)
    assert (code, answer["ok"], answer["problems"]) == (0, True, [])
    assert [note["code"] for note in answer["notes"]] == ["no-journal"]
    code, lines = run(bundle, options=["--format", "text"])
    assert (code, lines[0][:3]) == (0, "OK ")
    assert "NOTE This has no journal" in " ".join(" ".join(lines).split())


def test_a_bundle_or_manifest_with_a_journal_verifies_without_a_note(bundle):
    journal = {"entries": [], "unsealed": ["session session", "hand hand 1", "hand hand 2"]}
    assert referee.verify({**bundle, "journal": journal}).notes == ()
    manifest = {"format": "club-archive/1", "club": {"id": CLUB}, "members": []}
    assert [note.code for note in referee.verify(manifest).notes] == ["no-journal"]
    assert referee.verify({**manifest, "journal": journal}).notes == ()
    assert referee.verify({"format": "club-journal/1", "club": CLUB, "entries": []}).notes == ()


def test_a_bundle_whose_reasons_do_not_name_a_later_event_verifies():
    """Version 1.0.0 did not name every later event that proves a verdict."""
    events = ["3: 3D QS 3S 3C QH", "3: AS AH", "3: unseen", "3: 8S", "3: pass", "3: 5S"]
    bundle = build_bundle([({"events": events}, {})], variant="pusoy-dos")
    assert codes(bundle) == set()
    event = bundle["adjudication"]["hands"][0]["events"][4]
    former = event["parameters"]["reason"]
    event |= {**former, "reason": event["reason"].partition(" This follows")[0]}
    assert codes(bundle) == set()
    event["reason"] = "Seat 3 dozed."
    assert codes(bundle) != set()


UNSEEN = [({"events": ["unseen", "2: 4C 5C 6C 7C 8C", "2: 9C 9D"], "cards_left": [0, 7, 3, 3]}, {})]
"""A hand whose count of seat 2 only the newer edition of Big Two knows to be impossible: seven of its thirteen are played."""


def judged_under(edition: int, *hands):
    """Return a bundle whose hands were judged under an edition, 0 being the one in force."""
    rules = referee.editions(referee.rules_for("big-two"))[edition]
    carried = referee.Carried(number=1, won=(0,) * 4, totals=(0,) * 4)
    bundle, answers = build_bundle(), []
    for position, versions in enumerate(hands, 1):
        judged = referee.readjudicate_hand(rules, versions[-1][0], carried)
        answers.append(judged.as_json())
        carried = judged.carried_out
        bundle["hands"].append(hand(position, *versions))
    totals = carried.totals and list(carried.totals)
    bundle["adjudication"] |= {"hands": answers, "totals": totals, "rules_digest": rules.digest}
    return json.loads(json.dumps(bundle))


def test_a_hand_is_checked_under_the_edition_under_which_it_was_judged():
    earlier, present = judged_under(1, FIRST, UNSEEN), judged_under(0, FIRST, UNSEEN)
    assert earlier["adjudication"]["hands"][1]["points"] == [13, -7, -3, -3]
    assert present["adjudication"]["hands"][1]["contradictions"]
    assert referee.verify(earlier).ok
    assert referee.verify(present).ok
    earlier["adjudication"]["rules_digest"] = present["adjudication"]["rules_digest"]
    assert ("adjudication.hands[1].points", "other-result") in codes(earlier)


def test_a_hand_may_have_been_judged_under_another_edition_than_its_session():
    bundle, earlier = judged_under(0, FIRST, UNSEEN), judged_under(1, FIRST, UNSEEN)["adjudication"]
    own = {**earlier["hands"][1], "rules_digest": earlier["rules_digest"]}
    bundle["adjudication"] |= {
        "hands": [bundle["adjudication"]["hands"][0], own],
        "totals": earlier["totals"],
    }
    assert referee.verify(bundle).ok
    own["rules_digest"] = "sha256:0"
    assert ("adjudication.hands[1].rules_digest", "other-result") in codes(bundle)

"""The tables of the specification about combinations, melds, points and questions are those of the referee."""

import json
import re
from collections import Counter
from functools import reduce
from itertools import combinations, takewhile

import pytest
from hypothesis import given

import referee
from referee.cards import rank, suit
from referee.climbing.plays import combinations_in
from referee.climbing.straights import STRAIGHTS
from referee.climbing.switches import FLUSHES
from referee.melding.switches import SAME_COLOR_SOLDIERS
from referee.scoring import GANG_STEPS
from tests.referee.chance import many_examples, seeds
from tests.referee.test_specification import assert_part, blocks, error_of, table

PACK_KINDS, GANG_KINDS = "kind in Big Two and Pusoy Dos", "kind in both Gangs of Four"
REST = " | cards | what it is | what decides"
GANGS = ("gang-of-four", "gang-of-four-loser-scores")
LITERAL = ("gang-of-four-loser-scores", {"deck": "literal-42"})


def words(cell):
    return re.findall(r"`([^`]*)`", cell)


def rules_of(game):
    """Return the rules tables that a cell names."""
    if "literal-42" in game:
        return [referee.rules_for(*LITERAL)]
    return [referee.rules_for(name) for name in (GANGS if "both" in game else words(game))]


def test_events_that_do_not_fit_have_the_code_that_is_listed():
    for code, events in table("code | events"):
        for event in words(events):
            assert error_of("big-two", event) == code.strip("` "), event


def test_ranks_and_suits_are_in_the_order_of_the_rules():
    rows = table("game | ranks, lowest first | suits, lowest first")
    for game, ranks, suits in rows:
        for rules in rules_of(game):
            assert ranks.strip("` ").split() == [*rules.order.ranks]
            assert suits.strip("` ").split() == [*rules.order.suits]
    listed = {rules.variant for row in rows for rules in rules_of(row[0])}
    assert listed == {*referee.VARIANTS.built_in} - {"four-color-cards"}


def groups(cards):
    """Return the cards by rank, the largest group first."""
    sizes = Counter(map(rank, cards))
    return sorted(cards, key=lambda card: -sizes[rank(card)]), [*sizes.values()]


def height(order, card):
    return order.ranks.index(rank(card)), order.suits.index(suit(card))


def from_the_highest(order, cards):
    return sorted((height(order, card) for card in cards), reverse=True)


def straight_line(order, cards):
    """Return the line of a straight, and the rank whose suit decides."""
    (found,) = [
        (line, run.split()[-1])
        for line, runs in enumerate(order.straights)
        for run in runs
        if {*run.split()} == {*map(rank, cards)}
    ]
    return found


DECIDES = {
    "rank": lambda order, cards: max(from_the_highest(order, cards))[0],
    "suit": lambda order, cards: order.suits.index(suit(cards[0])),
    "suits": lambda order, cards: [one[1] for one in from_the_highest(order, cards)],
    "ranks": lambda order, cards: [one[0] for one in from_the_highest(order, cards)],
    "cards": from_the_highest,
    "line": lambda order, cards: straight_line(order, cards)[0],
    "suit of the last rank": lambda order, cards: next(
        order.suits.index(suit(card))
        for card in cards
        if rank(card) == straight_line(order, cards)[1]
    ),
    "rank of the four": lambda order, cards: height(order, groups(cards)[0][0])[0],
    "cards of the three": lambda order, cards: from_the_highest(order, groups(cards)[0][:3]),
    "cards of the two": lambda order, cards: from_the_highest(order, groups(cards)[0][3:]),
}
"""What decides between two combinations, in the words of the page."""

CLUBS = [
    *(
        (name, {"straights": straights, "flush": flush, "triples": True, "bombs": bombs})
        for name in ("big-two", "pusoy-dos")
        for straights, flush, bombs in zip(
            STRAIGHTS, [*FLUSHES] * 3, [True, False] * 4, strict=False
        )
    ),
    *((name, {"phoenix": "official", "gangs": "four-to-seven"}) for name in GANGS),
    (LITERAL[0], {**LITERAL[1], "phoenix": "official"}),
]


def rows_of(rules):
    heading = (GANG_KINDS if rules.variant in GANGS else PACK_KINDS) + REST
    flush = f'flush = "{rules.house_rules.get("flush")}"'
    rows = table(heading)
    return {
        kind.strip("` "): (int(cards), decides.strip().split(", "))
        for kind, cards, what, decides in rows
        if "flush =" not in what or flush in what
    }


@pytest.mark.parametrize(("variant", "club"), CLUBS)
def test_the_kinds_and_their_sizes_are_those_of_the_rules(variant, club):
    rules = referee.rules_for(variant, club)
    sizes = {shape.kind.name: shape.size for shape in rules.shapes}
    assert sizes.items() <= {kind: size for kind, (size, _) in rows_of(rules).items()}.items()
    if "four-only" not in rules.house_rules.values() and club.get("flush") != "none":
        assert sizes.keys() == rows_of(rules).keys()


@many_examples
@given(seeds)
def test_what_decides_between_two_of_a_kind_is_what_the_tables_name(chance):
    variant, club = chance.choice(CLUBS)
    rules = referee.rules_for(variant, club)
    hands = [chance.sample([*rules.deck.copies.elements()], 16) for _ in range(2)]
    plays = [play for hand in hands for play in combinations_in(rules, Counter(hand))]
    kind = chance.choice([play.kind.name for play in plays])
    alike = [play for play in plays if play.kind.name == kind]
    for one, other in combinations(chance.sample(alike, min(8, len(alike))), 2):
        keys = [
            [DECIDES[word](rules.order, play.cards) for word in rows_of(rules)[kind][1]]
            for play in (one, other)
        ]
        assert rules.beats(one, other) == (keys[0] > keys[1]), (one, other, keys)
        assert rules.beats(other, one) == (keys[1] > keys[0]), (one, other, keys)


def test_the_kinds_of_five_cards_and_the_bombs_are_in_the_order_of_the_rules():
    for game, five, bombs in table(
        "game | kinds of five cards, lowest first | bombs, lowest first"
    ):
        for rules in rules_of(game):
            assert words(five) == [shape.kind.name for shape in rules.ladder[-1]]
            assert words(bombs) == [shape.kind.name for shape in rules.bombs]
    for bombs in (True, False):
        for variant in ("big-two", "pusoy-dos"):
            rules = referee.rules_for(variant, {"bombs": bombs, "flush": "by-suit"})
            top = [shape.kind.name for shape in (rules.bombs if bombs else rules.ladder[-1][-2:])]
            assert top == ["four-of-a-kind", "straight-flush"]
            assert [shape.kind.name for shape in rules.ladder[-1][:3]] == [
                "straight",
                "flush",
                "full-house",
            ]


def test_the_straights_are_those_of_the_house_rule():
    middle = STRAIGHTS["no-twos"]
    ranks = referee.rules_for("big-two").order.ranks
    runs = [" ".join(ranks[start : start + 5]) for start in range(len(ranks) - 5)]
    assert [*middle] == [(run,) for run in takewhile(lambda run: not run.endswith("2"), runs)]
    listed = {
        value.strip("` "): (*lines(below), *middle, *lines(above))
        for value, below, above in table(
            "`straights` | below `3 4 5 6 7`, lowest first | above `10 J Q K A`, lowest first"
        )
    }
    assert listed == STRAIGHTS
    for name in GANGS:
        ten = [str(number) for number in range(1, 11)]
        expected = tuple((" ".join(ten[start : start + 5]),) for start in range(6))
        assert referee.rules_for(name).order.straights == expected


def lines(cell):
    return [tuple(words(line)) for line in cell.split("<") if words(line)]


@pytest.mark.parametrize(
    ("phoenix", "cards", "kind", "reads_as"),
    [
        ("official", "PG PY", "pair", None),
        ("official", "5G PG", None, None),
        ("wild-in-pairs", "5G PG", "pair", "5G 5R"),
        ("wild-in-pairs", "5G 5Y 5R 6G PG", "full-house", "5G 5Y 5R 6G 6R"),
        ("wild-in-pairs", "3G 4Y 5R 6G PG", None, None),
        ("wild", "3G 4Y 5R 6G PG", "straight", "3G 4Y 5R 6G 7R"),
        ("wild", "2G 4G 6G 8G PG", "flush", "2G 4G 6G 8G 10G"),
        ("wild", "3G 4G 5G 6G PG", "straight-flush", "3G 4G 5G 6G 7G"),
        ("wild", "5G 5Y PG", None, None),
    ],
)
def test_a_phoenix_reads_as_the_table_says(phoenix, cards, kind, reads_as):
    assert [row[0].strip("` ") for row in table("`phoenix` | `PG` and `PY`")] == [
        *next(
            one.choices
            for one in referee.rules_for("gang-of-four").switches
            if one.name == "phoenix"
        )
    ]
    rules = referee.rules_for("gang-of-four", {"phoenix": phoenix})
    play = rules.identify(tuple(cards.split()))
    assert (play and play.kind.name) == kind
    if reads_as:
        assert play.strength == rules.identify(tuple(reads_as.split())).strength


def test_the_melds_are_those_of_the_rules():
    every = (*referee.rules_for("four-color-cards").melds, *SAME_COLOR_SOLDIERS.values())
    expected = [
        [
            meld.name,
            str(meld.claim),
            " ".join(meld.sets[0]),
            len(meld.sets),
            meld.exposed,
            meld.concealed,
        ]
        for meld in every
    ]
    listed = [
        [*(cell.strip("` ") for cell in row[:3]), *map(int, row[3:])]
        for row in table("meld | claimed with | cards | sets | exposed | concealed")
    ]
    assert listed == expected


def test_every_settlement_has_its_points_and_an_example():
    examples = table("game | house rules | score sheet | points")
    shown = set()
    for game, club, sheet, points in examples:
        variant, house_rules = game.strip("` "), json.loads(club.strip("` "))
        record = {
            "format": "session-record/1",
            "variant": variant,
            "house_rules": house_rules,
            "players": [*"ABCD"],
            "hands": [json.loads(sheet.strip("` "))],
        }
        answer = referee.adjudicate(referee.parse_record(record)).as_json()
        assert answer["hands"][0]["points"] == json.loads(points.strip("` ")), (club, sheet)
        rules = referee.rules_for(variant, house_rules)
        shown |= {(variant, rules.house_rules.get(name)) for name in ("settlement", "scoring")}
    for variant in ("big-two", "pusoy-dos", "gang-of-four"):
        for switch in referee.rules_for(variant).switches:
            if switch.name in {"settlement", "scoring"}:
                assert {(variant, value) for value in switch.choices} <= shown


def test_the_steps_of_a_gang_of_four_are_those_of_its_scoring():
    rows = {
        row[0].strip("` "): row[1]
        for row in table(
            "`scoring` of both Gangs of Four | penalties of a seat other than the winner"
        )
    }
    first, *others = re.findall(r"(?:from (\d+)[a-z ]*)?times (\d)", rows["table"])
    assert (
        (1, int(first[1])),
        *((int(start), int(times)) for start, times in others),
    ) == GANG_STEPS


class AskedKeys(dict):
    """A question that notes which of its keys are read."""

    def __init__(self, question):
        super().__init__(question)
        self.read = set()

    def get(self, key, default=None):
        self.read.add(key)
        return super().get(key, default)


@pytest.mark.parametrize(
    ("about", "question"),
    [
        ("a play", {"variant": "big-two", "play": "3C"}),
        (
            "a claim",
            {
                "variant": "four-color-cards",
                "seat": 2,
                "offered": "Hg",
                "offered_by": 1,
                "claim": "pass",
            },
        ),
    ],
)
def test_every_key_of_a_question_is_listed(about, question):
    asked = AskedKeys(question)
    referee.ask(asked)
    listed = {
        key for row in table(f"key of a question about {about} | value") for key in words(row[0])
    }
    assert listed | {"variant", "house_rules"} == asked.read
    required = [
        key
        for row in table(f"key of a question about {about} | value")
        if row[1].strip().startswith("required")
        for key in words(row[0])
    ]
    assert {*question} == {"variant", *required}
    for key in required:
        with pytest.raises(referee.MalformedError):
            referee.ask({one: value for one, value in question.items() if one != key})


@pytest.mark.parametrize(
    ("question", "reply"), [*zip(blocks("json question"), blocks("json reply"), strict=True)]
)
def test_every_reply_is_the_one_to_the_question_above_it(question, reply):
    answer = referee.ask(json.loads(question)).as_json()
    assert_part(json.loads(reply), answer)
    verdict = {
        "verdict",
        "fault",
        "rule",
        "reason",
        "template",
        "parameters",
        "needs",
        "needs_templates",
    }
    listed = {key for row in table("key of an answer | value") for key in words(row[0])}
    assert answer.keys() <= verdict | listed


@pytest.mark.parametrize(
    ("more", "legal", "unlisted"),
    [
        ({"house_rules": {"protect_last_card": True}, "standing": "6C"}, ["KH"], ["9D", "pass"]),
        ({"standing": "6C", "hand": "? KH"}, ["KH", "pass"], ["?"]),
    ],
)
def test_what_is_only_unproven_is_left_out_of_what_could_be_played(more, legal, unlisted):
    question = {"variant": "big-two", "hand": "9D KH", "opening": False, **more}
    assert [*referee.ask({**question, "play": "KH"}).could_play] == legal
    for play in unlisted:
        assert referee.ask({**question, "play": play}).as_json()["verdict"] == "unproven"


def test_the_keys_of_witnesses_and_of_checked_histories_are_listed():
    definitions = referee.schema("adjudication/1")["$defs"]
    witnesses = definitions["adjudicated-event"]["properties"]["witnesses"]["properties"]
    for heading, expected in [
        ("key of witnesses | value", witnesses),
        ("key of a found hand | value", definitions["witness"]["properties"]),
        ("key of `verification/1` | value", [*referee.verify(bundle()).as_json(), "file"]),
    ]:
        assert {key for row in table(heading) for key in words(row[0])} == {*expected}, heading


@pytest.mark.parametrize(
    ("altered", "where", "code"), table("altered | problems: `where` | `code`")
)
def test_an_altered_bundle_has_the_problems_that_are_listed(altered, where, code):
    document, (path,) = bundle(), words(altered)
    *steps, last = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", path)]
    owner = reduce(lambda value, step: value[step], steps, document)
    other = {int: 7, bool: True, str: "2027-01-01T00:00:00.000000+00:00", list: [0, 0, 0, 0]}
    owner[last] = "sha256:" + "0" * 64 if "digest" in path else other[type(owner[last])]
    problems = referee.verify(document).problems
    assert [(one.where, one.code) for one in problems] == [
        *zip(words(where), words(code), strict=True)
    ]


def bundle():
    (example,) = referee.schema("session-bundle/1")["examples"]
    return example

"""Examples to copy, for each game and format."""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext_lazy

import referee

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Example(NamedTuple):
    """A text in one format."""

    id: str
    label: "str | StrPromise"
    text: str

    @property
    def lines(self) -> int:
        """Number of its lines, at most those that a page shows at once."""
        return min(len(self.text.splitlines()), 12)


_FOUR = ["Ana Ma", "Bo Li", "Cy Wu", "Daisy Ng"]
_HANDS: dict[str, list[dict[str, Any]]] = {
    "big-two": [{"cards_left": [0, 5, 8, 12]}, {"cards_left": [3, 0, 7, 1]}],
    "pusoy-dos": [{"out": [2, 1, 4]}, {"out": [1, 3, 2]}],
    "gang-of-four": [{"cards_left": [0, 5, 8, 16]}, {"cards_left": [3, 0, 7, 1]}],
    "gang-of-four-loser-scores": [{"cards_left": [0, 5, 8, 16]}, {"cards_left": [3, 0, 7, 1]}],
    "four-color-cards": [
        {
            "finisher": 2,
            "exposed": ["Rr Rr Rr", "Gg Ag Eg"],
            "concealed": ["Hy Hy Hy", "Cw Cw Cw", "Aw Aw Aw", "Er Er Er", "Cr Cr Cr"],
            "lucky": "Ag",
        },
        {"washed_out": True},
    ],
}
_TABLES = {
    "big-two": "Date,Ana Ma,Bo Li,Cy Wu,Daisy Ng\n2024-03-31,0,5,8,12\n2024-03-31,3,0,7,1\n",
    "pusoy-dos": "Date,Ana Ma,Bo Li,Cy Wu,Daisy Ng\n2024-03-31,2,1,4,3\n2024-03-31,1,3,2,4\n",
    "gang-of-four": (
        "Date;Hand;Player;Points\n"
        "31.3.2024;1;Ana Ma;0\n31.3.2024;1;Bo Li;5\n31.3.2024;1;Cy Wu;16\n31.3.2024;1;Daisy Ng;80\n"
        "31.3.2024;2;Ana Ma;3\n31.3.2024;2;Bo Li;0\n31.3.2024;2;Cy Wu;7\n31.3.2024;2;Daisy Ng;1\n"
    ),
    "gang-of-four-loser-scores": (
        "Date,Ana Ma,Bo Li,Cy Wu,Daisy Ng\n2024-03-31,0,5,8,16\n2024-03-31,3,0,7,1\n"
    ),
    "four-color-cards": (
        "Date,Place,Ana Ma,Bo Li,Cy Wu,Notes\n31.3.2024,Library,-6,12,-6,\n,,4,-2,-2,a short one\n"
    ),
}
_SCORE_SHEET = (
    "2024-03-31  # at the library\nAna Ma, Bo Li, Cy Wu, Daisy Ng\n0, 5, 8, 12\n3, 0, 7, 1t\n"
)


def _usual_hands(sheet: referee.SheetKind, seats: int) -> list[dict[str, Any]]:
    """Return hands of a game that has no examples of its own."""
    if sheet is referee.SheetKind.MELDS:
        return [{"washed_out": True}]
    if sheet is referee.SheetKind.ORDER_OUT:
        orders = [
            [seat for seat in order if seat <= seats] for order in ((2, 1, 4, 3), (1, 3, 2, 4))
        ]
        return [{"out": order[:-1]} for order in orders]
    return [{"cards_left": left[:seats]} for left in ([0, 5, 8, 12], [3, 0, 7, 1])]


def _usual_table(hands: list[dict[str, Any]], players: list[str]) -> str:
    """Return the hands as a spreadsheet with a row for each: the cards left, or the places, or no points."""
    rows = [["Date", *players]]
    for hand in hands:
        seats = range(1, len(players) + 1)
        out = [*hand.get("out", ()), *(seat for seat in seats if seat not in hand.get("out", ()))]
        places = [out.index(seat) + 1 if "out" in hand else 0 for seat in seats]
        rows.append(["2024-03-31", *map(str, hand.get("cards_left", places))])
    return "".join(",".join(row) + "\n" for row in rows)


def _examples_of(variant: str) -> list[Example]:
    """Return the examples of a game: as a spreadsheet, as a text sheet if it has one, as a record in each notation."""
    rules = referee.rules_for(variant)
    players = _FOUR[:3] if variant == "four-color-cards" else _FOUR[: max(rules.seats)]
    hands = _HANDS.get(variant) or _usual_hands(rules.sheet, len(players))
    record = referee.parse_record(
        {
            "format": referee.RECORD_FORMAT,
            "variant": variant,
            "players": players,
            "played_on": "2024-03-31",
            "hands": hands,
        }
    )
    json = referee.write_record(record, "json").strip()
    texts: list[tuple[str, str | StrPromise, str]] = [
        (
            "csv",
            gettext_lazy("Spreadsheet (CSV)"),
            _TABLES.get(variant) or _usual_table(hands, players),
        ),
        ("toml", "TOML", referee.write_record(record, "toml")),
        ("json", "JSON", json),
        (
            "ndjson",
            gettext_lazy("NDJSON, a record on each line"),
            f"{json}\n{json.replace('03-31', '04-07')}",
        ),
    ]
    if variant == "big-two":
        texts.insert(1, ("txt", gettext_lazy("Text score sheet"), _SCORE_SHEET))
    return [Example(f"{variant}-{notation}", label, text) for notation, label, text in texts]


EXAMPLES = [
    (gettext_lazy(str(game["name"])), _examples_of(str(game["variant"])))
    for game in referee.variants()
]
"""The name of every game with its examples."""

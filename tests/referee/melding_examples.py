"""Checks of the lines of ``examples/four_color_cards.txt``, by their first word.

meld    Rr Hr Cr                        field 1 1       its name and its points exposed and concealed, or not-a-meld
divide  Gr Gr Gr Gr                     6               the highest score in hand, or incomplete
claim   1 discards Hg   2: chi Hg Hg    legal 2         the claim and, after commas, the others; the verdict, the seat that gets the card
score   Rr Rr / … | Hy Hy Hy / … | Ag   12 -4 -4 -4     exposed, concealed and the lucky card; points, the finisher's first
"""

from collections.abc import Callable
from typing import Any

import referee
from tests.referee.four_color_table import adjudicate, ask


def check_meld(columns: list[str], house_rules: dict[str, Any]) -> None:
    cards, expected = columns[1:3]
    formed = referee.rules_for("four-color-cards", house_rules).identify(tuple(cards.split()))
    text = (
        f"{formed.meld.name} {formed.meld.exposed} {formed.meld.concealed}"
        if formed
        else "not-a-meld"
    )
    assert text == expected


def check_division(columns: list[str], house_rules: dict[str, Any]) -> None:
    cards, expected = columns[1:3]
    division = referee.rules_for("four-color-cards", house_rules).divider.best(cards.split())
    assert (str(division[0]) if division else "incomplete") == expected


def check_claim(columns: list[str], house_rules: dict[str, Any]) -> None:
    by, verb, card = columns[1].split()
    claim, *others = columns[2].split(", ")
    answer = ask(
        claim.partition(": ")[2],
        seat=int(claim[0]),
        offered=card,
        by=int(by),
        drawn=verb == "draws",
        other_claims=others,
        house_rules=house_rules,
    )
    verdict, goes_to = columns[3].split()
    assert answer.get("fault", answer["verdict"]) == verdict
    assert str(answer["goes_to"] or "-") == goes_to


def check_sheet(columns: list[str], house_rules: dict[str, Any]) -> None:
    exposed, concealed, lucky = (part.strip() for part in f"{columns[1]} |".split("|")[:3])
    expected = columns[2].split()
    sheet = {"finisher": 1, "exposed": _sets(exposed), "concealed": _sets(concealed)}
    if lucky:
        sheet["lucky"] = lucky
    seats = 4 if "?" in expected else len(expected)
    hand = adjudicate(sheet, seats=seats, house_rules=house_rules)["hands"][0]
    assert hand["points"] == (None if "?" in expected else [int(points) for points in expected])
    for seat, points in enumerate(hand["points"] or (), 1):
        assert sum(line["points"] for line in hand["lines"] if line["seat"] == seat) == points


def _sets(text: str) -> list[str]:
    return [cards.strip() for cards in text.split("/") if cards.strip()]


CHECKS: dict[str, Callable[[list[str], dict[str, Any]], None]] = {
    "meld": check_meld,
    "divide": check_division,
    "claim": check_claim,
    "score": check_sheet,
}

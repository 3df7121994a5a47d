"""Hands that tests record: one per way in which the referee may judge it."""

# a suit each: Alice sheds everything before the others can play
DEAL = [
    " ".join(
        rank + suit for rank in ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
    )
    for suit in "CDHS"
]
CLEAN = {
    "dealt": DEAL,
    "events": ["1: 3C 4C 5C 6C 7C", "1: 8C 9C 10C JC QC", "1: KC", "1: AC", "1: 2C"],
    "passes": "implied",
}
ILLEGAL = {
    "dealt": DEAL,
    "events": ["1: 3C 4C 5C 6C 7C", "1: 8C 9C 10C JC QC", "1: KC", "2: 3D", "2: 4D"],
    "passes": "implied",
}
UNFINISHED = {"dealt": DEAL, "events": ["1: 3C 4C 5C 6C 7C"], "passes": "implied"}
SHEET = {"cards_left": [0, 5, 8, 12]}
EVENTS_OF_A_WIN_GIVEN_AWAY = (
    "3: 3C 4C 5D 6C 7D, 4: 10D JS QD KH AC, 1: 3S 4H 5S 6S 2D, 2: pass, 3: pass, 4: pass, 1: 3H, 2: JH, 3: KC, 4: AD, 1: 2C, "
    "2: pass, 3: 2S, 4: pass, 1: pass, 2: pass, 3: 8S, 4: pass, 1: 2H, 2: pass, 3: pass, 4: pass, 1: 5C, 2: 5H, 3: pass, 4: pass, "
    "1: pass, 2: 4S, 3: 9H, 4: pass, 1: 10H, 2: JD, 3: KD, 4: pass, 1: KS, 2: pass, 3: pass, 4: pass, 1: 7C, 2: AH, 3: pass, "
    "4: pass, 1: pass, 2: 6D, 3: 10S, 4: pass, 1: pass, 2: pass, 3: JC, 4: pass, 1: QS"
).split(", ")
GIVEN_AWAY = {
    "dealt": [
        "3H 3S 4H 5C 5S 6S 7C 10H QS KS 2C 2D 2H",
        "4S 5H 6D 6H 9C 9S 10C JD JH QC QH AH AS",
        "3C 4C 5D 6C 7D 8S 9D 9H 10S JC KC KD 2S",
        "3D 4D 7H 7S 8C 8D 8H 10D JS QD KH AC AD",
    ],
    "events": EVENTS_OF_A_WIN_GIVEN_AWAY,
}
"""At event 44 seat 2 could force going out first by AS; seat 1 went out at event 51."""
TAKEN = {
    "dealt": [
        "3C 4C 4H 5C 7S 8H 9C 10S JC JD AD 2H 2S",
        "6D 6H 7C 7D 8S 9H 10D QD QS KC AC AH 2C",
        "3D 3H 4D 5D 5H 6C 8D 10C 10H JH JS QH 2D",
        "3S 4S 5S 6S 7H 8C 9D 9S QC KD KH KS AS",
    ],
    "events": (
        "1: 3C 4C 5C AD 2H, 2: 6H 7D 8S 9H 10D, 3: 3D 4D 5D 6C 2D, 4: 9D 9S KD KH KS, 1: pass, 2: pass, 3: pass, "
        "4: 4S 5S 6S 7H 8C, 1: 7S 8H 9C 10S JC, 2: pass, 3: pass, 4: pass, 1: 4H, 2: 6D, 3: 8D, 4: QC, 1: 2S, 2: pass, 3: pass, "
        "4: pass, 1: JD"
    ).split(", "),
}
"""From event 13 on seat 1 was certain to go out first; with 2S instead it would not have been."""

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

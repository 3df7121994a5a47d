"""What somebody read of a hand, in one line: nobody writes over what they have not read."""

from scorekeeper import disclosure
from scorekeeper.access import Person
from scorekeeper.models import Hand


def of_hand(hand: Hand, person: Person) -> str:
    """The revision that somebody read, and what of it they could not read."""
    hides = disclosure.hides_cards(hand, person)
    words = [hand.head.digest, "hidden" if hides else "", "" if hand.head.text_salt else "erased"]
    return " ".join(word for word in words if word)

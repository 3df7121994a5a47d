"""The sentences of the rulebook that only Tiến Lên needs, under its house rules."""

from collections.abc import Mapping

from referee.record import Json

_ON_TWO_TWOS = {
    "quartet-or-four-pairs": "a quartet, or four pairs or more in sequence",
    "four-pairs": "four pairs or more in sequence",
    "none": "none of them",
}


def sentences(values: Mapping[str, Json]) -> dict[str, tuple[str, ...]]:
    """Return the sentences by their place in the rulebook."""
    return {
        "bombs": (
            "Bombs, also called chops, are the quartets and the pairs in sequence. They may be led. On a play that is no bomb they are played only "
            "as follows.",
            "On a single two: any of them (T8).",
            f"On a pair of twos: {_ON_TWO_TWOS[values['chops_on_two_twos']]} (T9).",
            "On three twos: five pairs or more in sequence (T9).",
            "On anything else: none, not even on an ace or a sequence (T8).",
        ),
        "settlement": (
            "Everybody else gets one stake from the player who is last (T14)."
            if values["play_to_last"]
            else "The player who goes out gets one stake from everybody else (T14).",
        ),
        "doubts": (
            "**Chops among each other (T7).** At some tables a quartet beats three pairs in sequence, and four pairs beat a quartet; at "
            "others a chop is beaten by its like alone. Here the first is played.",
            "**After a pass (T12).** At some tables four pairs in sequence may be played by who has passed, or out of turn. Here not.",
            "**Hands that win at once (T15).** Tables differ on which they are: a sequence from 3 to A, four twos, six pairs. Here they "
            "are played out, and a table that pays for them writes an adjustment.",
        ),
    }

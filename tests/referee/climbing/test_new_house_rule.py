"""A house rule is a line among the switches, a field of the rules and a row of the game that has it."""

from dataclasses import dataclass, fields

import pytest

from referee.climbing import switches
from referee.climbing.rules import ClimbingRules
from referee.house_rules import boolean
from referee.record import MalformedError
from referee.variants import rules_for


@dataclass(frozen=True, kw_only=True, eq=False)
class WithSilentSeat(ClimbingRules):
    one_seat_may_not_play: bool = False


def test_a_new_switch_of_one_game_becomes_a_field_and_leaves_the_other_game_alone():
    known = rules_for("big-two", {})
    silent = boolean("one_seat_may_not_play", False, "B4", "One seat may not play.")
    values = {field.name: getattr(known, field.name) for field in fields(known)}
    rules = WithSilentSeat(**{**values, "switches": (*known.switches, silent)})
    assert rules.with_house_rules({"one_seat_may_not_play": True}).one_seat_may_not_play
    assert not rules.with_house_rules({}).one_seat_may_not_play
    with pytest.raises(MalformedError, match="one_seat_may_not_play"):
        rules_for("pusoy-dos", {"one_seat_may_not_play": True})


def test_a_game_has_the_switches_that_it_gives_a_row():
    rows = {"triples": (False, "B4"), "target": ("none", "B20")}
    assert [switch.name for switch in switches.for_pack_of_52(rows, settlements=())] == [
        "triples",
        "target",
    ]

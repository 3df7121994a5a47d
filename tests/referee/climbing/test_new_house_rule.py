"""A house rule is a line among the switches, a field of the rules and a row of the game that has it."""

from dataclasses import dataclass, fields

import pytest

from referee.climbing import gangs
from referee.climbing.rules import ClimbingRules
from referee.climbing.switches import for_pack_of_52
from referee.house_rules import boolean
from referee.melding.switches import four_color_house_rules
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


@pytest.mark.parametrize("switches_of", [for_pack_of_52, gangs.switches, four_color_house_rules])
def test_a_game_has_the_switches_that_it_gives_a_row(switches_of):
    rows = {"pass_locks_out": (False, "B4"), "general_quad": (True, "F5")}
    of_game = {} if switches_of is not for_pack_of_52 else {"settlements": ()}
    assert len(switches_of(rows, **of_game)) == 1
    assert switches_of({}, **of_game) == ()

"""House rules change what their switch decides, and nothing else."""

from dataclasses import fields, replace

import pytest

from referee.house_rules import with_defaults
from referee.variants import BIG_TWO, VARIANTS

SPADES_LOWEST = replace(
    BIG_TWO,
    variant="spades-lowest",
    name="Spades lowest",
    switches=with_defaults(BIG_TWO.switches, suit_order="SHDC"),
).with_house_rules({})


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_states_its_own_defaults(variant):
    rules = VARIANTS[variant]
    again = rules.with_house_rules({})
    for field in fields(rules):
        value = getattr(rules, field.name)
        if not callable(value):  # settlements are made anew
            assert getattr(again, field.name) == value, field.name


def test_a_sister_edition_keeps_its_defaults_under_a_house_rule():
    assert SPADES_LOWEST.order.suits == "SHDC"
    assert SPADES_LOWEST.with_house_rules({"triples": True}).order.suits == "SHDC"
    assert BIG_TWO.order.suits == "CDHS"


def test_a_default_of_an_unknown_switch_is_refused():
    with pytest.raises(KeyError, match="No such switch: colours"):
        with_defaults(BIG_TWO.switches, colours="SHDC")

"""Comparing an answer with what a case expects of it."""

import pytest

from conformance.comparing import differences

ANSWER = {"a": [{"b": 1}, {"b": 2}], "plays": ["3C 3D", "4C"], "yes": True, "more": 0}


@pytest.mark.parametrize(
    "expect",
    [
        {"a[0].b": 1, "a[1].b": 2.0},
        {"a[*].b": {"any": [1, 2]}},
        {"plays": {"set": ["4C", "3D 3C"]}},
        {"plays": {"has": ["3C 3D"]}},
        {"plays": {"lacks": ["5C"]}},
        {"plays": {"has": []}},
        {"plays": ["3C 3D", "4C"]},
        {"nowhere.at[3].all": None},
        {"yes": True},
    ],
)
def test_only_what_a_case_names_is_compared(expect):
    assert not list(differences(expect, ANSWER))


@pytest.mark.parametrize(
    "expect",
    [
        {"a[*].b": 1},
        {"a[2].b": 1},
        {"a.b": 1},
        {"plays": {"set": ["4C"]}},
        {"plays": {"set": ["4C", "3D 3C", "5C"]}},
        {"plays": {"has": ["5C"]}},
        {"plays": {"lacks": ["3D 3C"]}},
        {"yes": {"has": []}},
        {"plays": ["4C", "3C 3D"]},
        {"yes": 1},
        {"more": False},
        {"more": None},
        {"nowhere": {"any": [1, 2]}},
    ],
)
def test_a_difference_is_found(expect):
    assert len(list(differences(expect, ANSWER))) == 1

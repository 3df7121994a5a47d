"""Random house rules of every game: any switches with any values."""

from typing import Any

from hypothesis import strategies as st

import referee

VALUES: dict[str, list[Any]] = {
    "suit_order": ["CDHS", "CSHD", "SHDC"],
    "multipliers": [[[1, 1]], [[1, 2]], [[1, 0.5]], [[1, 1], [8, 2], [10, 2.5], [13, 3]]],
    "placement_points": [[3, 2, 1, 0], [1, 0, 0, -1.5]],
    "target": ["none", 50, 12.5],
    "hands_per_match": ["none", 1, 8],
    "hand_size": [20],
    "threshold": [0, 1, 10, 12.5, 30],
    "base": [0, 1, 2.5],
    "rounds": [1, 3],
    "credits": [0, -5, 12.5, 100],
    "general_quad_points": [[8, 6], [0, 1.5]],
    "soldier_points": [[3, 5], [1, 4]],
    "dead_wall": [0, 1, 7, 71],
}
"""Values for switches that are neither boolean nor a choice."""


def games() -> list[dict[str, Any]]:
    """Return the games of this package with their house rules, not those of others that are installed."""
    return [game for game in referee.variants() if game["variant"] in referee.VARIANTS.built_in]


@st.composite
def any_club(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a variant and house rules that do not contradict each other."""
    variant = draw(st.sampled_from(games()))
    switches = draw(
        st.lists(st.sampled_from(variant["house_rules"]), unique_by=lambda switch: switch["name"])
    )
    chosen = {switch["name"]: draw(st.sampled_from(_values(switch))) for switch in switches}
    if chosen.get("play_to_last") is False:
        chosen.pop("after_out", None)
        chosen |= {"settlement": "winner-collects"}
    return variant["variant"], chosen


def _values(switch: dict[str, Any]) -> list[Any]:
    return VALUES.get(switch["name"]) or switch["choices"] or [True, False]

"""The head of a session's report: game, occasion, players, house rules that differ, totals carried in."""

from collections.abc import Iterator

from referee.record import Json, SessionRecord
from referee.report.layout import RULE, Ink, Names, clean, hanging, signed
from referee.rules import Rules


def session_heading(record: SessionRecord, rules: Rules, names: Names, ink: Ink) -> Iterator[str]:
    """Yield what a report of a session begins with."""
    yield RULE
    title = ", ".join([rules.name, *_occasion(record)])
    yield from (ink.strong(line) for line in hanging("", title, indent=0))
    seats = [f"{seat} {names[seat]}" for seat in range(1, len(record.players) + 1)]
    yield from hanging("Players      ", " · ".join(seats), indent=13)
    changed = [
        f"{switch.name} = {_value(rules.house_rules[switch.name])} ({switch.rule})"
        for switch in rules.switches
        if rules.house_rules[switch.name] != switch.default
    ]
    yield from hanging(
        "House rules  ", "; ".join(changed) or "none that differ from the rulebook", indent=13
    )
    if record.carried is not None:
        yield from hanging("Carried in   ", totals_line(record.carried, names), indent=13)
    if record.source.get("notes"):
        yield from hanging("Notes        ", clean(record.source["notes"]), indent=13)


def _occasion(record: SessionRecord) -> Iterator[str]:
    """Yield where and when the session took place, as far as it was written down."""
    source = record.source
    for key in ("event", "season", "place"):
        if source.get(key):
            yield clean(source[key])
    for key in ("round", "table"):
        if source.get(key):
            yield f"{key} {clean(source[key])}"
    if source.get("played_on"):
        yield clean(source["played_on"])


def _value(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else clean(value)


def totals_line(totals: tuple[int | float, ...], names: Names) -> str:
    """Return everybody's total on one line."""
    return " · ".join(f"{names[seat]} {signed(total)}" for seat, total in enumerate(totals, 1))

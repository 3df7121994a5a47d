"""Section "House rules": those in force, and those without effect."""

from referee.house_rules import HouseRule, find_idle
from referee.rulebook.texts import Joined, Text, Words, say
from referee.rulebook.value_meanings import value_meaning
from referee.rulebook.wording import (
    bullet_list,
    paragraphs,
    switch_name,
    switch_value,
    switch_with_value,
    table,
)
from referee.rules import Rules


def house_rule_table(rules: Rules) -> Text:
    """Return every house rule with value, default and ruling, then those made idle by others."""
    names = {switch.name: switch_name(switch) for switch in rules.switches}
    return paragraphs(
        say("What differs from the variant's own rules is bold."),
        table(
            "House rule | Value | Default | Ruling | What it says",
            [_row(rules, switch) for switch in rules.switches],
        ),
        bullet_list(
            say(
                "{rule} has no effect because {reason}.",
                rule=names[name],
                reason=say(reason),
            )
            for name, reason in find_idle(rules.house_rules).items()
        ),
    )


def _row(rules: Rules, switch: HouseRule) -> tuple[Text, ...]:
    value = rules.house_rules[switch.name]
    current, default = switch_value(switch, value), switch_value(switch, switch.default)
    emphasized = current if value == switch.default else Joined(("**", current, "**"))
    meaning = value_meaning(switch.name, str(value))
    text = Joined((say(switch.text), say(meaning)), " ") if meaning else say(switch.text)
    return (switch_name(switch), emphasized, default, switch.rule, text)


def changed_switches(rules: Rules) -> list[Words]:
    """Return the house rules that differ from their defaults."""
    return [
        switch_with_value(rules, switch.name)
        for switch in rules.switches
        if rules.house_rules[switch.name] != switch.default
    ]

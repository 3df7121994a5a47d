"""The house rules in force, and which of them have no effect."""

from referee.dispatch import Rules
from referee.house_rules import HouseRule, idle
from referee.rulebook.texts import Joined, Text, Words, say
from referee.rulebook.wording import chosen, lines, paragraphs, switch_name, table, value


def in_force(rules: Rules) -> Text:
    """Every switch with its value, its default and its ruling; then those that others make idle."""
    names = {switch.name: switch_name(switch) for switch in rules.switches}
    return paragraphs(
        say("What differs from the variant's own rules is bold."),
        table(
            "House rule | Value | Default | Ruling | What it says",
            [_row(rules, switch) for switch in rules.switches],
        ),
        lines(
            say(
                "{rule} has no effect because {reason}.",
                rule=names[name],
                reason=say(reason),
            )
            for name, reason in idle(rules.house_rules).items()
        ),
    )


def _row(rules: Rules, switch: HouseRule) -> tuple[Text, ...]:
    held = rules.house_rules[switch.name]
    now, default = value(switch, held), value(switch, switch.default)
    shown = now if held == switch.default else Joined(("**", now, "**"))
    return (switch_name(switch), shown, default, switch.rule, say(switch.text))


def changed(rules: Rules) -> list[Words]:
    """The switches that differ from their defaults."""
    return [
        chosen(rules, switch.name)
        for switch in rules.switches
        if rules.house_rules[switch.name] != switch.default
    ]

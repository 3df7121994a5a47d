"""The house rules in force, and which of them have no effect."""

from referee.families import Rules
from referee.house_rules import idle
from referee.rulebook.wording import code, paragraphs, table, value


def in_force(rules: Rules) -> str:
    """Every switch with its value, its default and its ruling; then those that others make idle."""
    rows = []
    for switch in rules.switches:
        now, default = rules.house_rules[switch.name], switch.default
        shown = value(now) if now == default else f"**{value(now)}**"
        rows.append((code(switch.name), shown, value(default), switch.rule, switch.text))
    without_effect = [
        f"- {code(name)} has no effect because {reason}."
        for name, reason in idle(rules.house_rules).items()
    ]
    return paragraphs(
        "What differs from the variant's own rules is bold.",
        table(["House rule", "Value", "Default", "Ruling", "What it says"], rows),
        "\n".join(without_effect),
    )


def changed(rules: Rules) -> list[str]:
    """The switches that differ from their defaults."""
    return [
        f"{code(switch.name)} {value(rules.house_rules[switch.name])}"
        for switch in rules.switches
        if rules.house_rules[switch.name] != switch.default
    ]

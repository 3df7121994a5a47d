"""The rulebook of a melding game, printed from its table."""

from referee.melding import MeldingRules
from referee.rulebook.wording import code, paragraphs, table, value


def sections(rules: MeldingRules) -> list[tuple[str, str]]:
    """Headings and texts."""
    return [("Melds", the_melds(rules)), ("House rules", in_force(rules))]


def the_melds(rules: MeldingRules) -> str:
    """Every kind of meld with what it scores and how it is claimed."""
    rows = [
        (
            meld.name,
            " ".join(meld.sets[0]),
            str(len(meld.sets)),
            str(meld.claim),
            str(meld.exposed),
            str(meld.concealed),
            meld.rule,
        )
        for meld in rules.melds
    ]
    heads = ["Meld", "For example", "Sets", "Claimed with", "Exposed", "Concealed", "Ruling"]
    return table(heads, rows)


def in_force(rules: MeldingRules) -> str:
    """Every switch with its value, its default and its ruling."""
    rows = []
    for switch in rules.switches:
        now, default = rules.house_rules[switch.name], switch.default
        shown = value(now) if now == default else f"**{value(now)}**"
        rows.append((code(switch.name), shown, value(default), switch.rule, switch.text))
    return paragraphs(
        "What differs from the variant's own rules is bold.",
        table(["House rule", "Value", "Default", "Ruling", "What it says"], rows),
    )

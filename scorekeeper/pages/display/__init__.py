"""Texts, cards and numbers as all pages show them.

Front door: cards.parse_cards, event_text.event_lines, score_rows.scores,
house_rules.describe, house_rules.as_query, house_rules.get_game, house_rules_form.HouseRulesForm,
referee_messages.sentence, input_errors.error_text, notation.notation_of, numbers.plain, changes_table.
"""

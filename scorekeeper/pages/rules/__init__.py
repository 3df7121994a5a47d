"""Rulebooks and questions to the referee.

Front door: rulebooks.as_html, rule_texts.text_of (the passages about one ruling) and rule_texts.sentence_of (its first sentence).
"""

"""Judge and score melding games, in which seats claim cards, lay melds and call hu (Four Color Cards).

``hands.adjudicate_melding`` judges the events of one hand and settles it, returning a ``MeldingHand`` of ``MeldingStep`` and ``HandResult``.
``MeldingRules`` is the rules table that it reads.  ``questions.answer_claim`` judges one disputed claim, ``frames.build_melding_frames`` draws a
judged hand, ``hands.setting_of`` and ``gaps.Filling`` complete hands whose cards were not all seen.
"""

from referee.melding.rules import MeldingRules

__all__ = ["MeldingRules"]

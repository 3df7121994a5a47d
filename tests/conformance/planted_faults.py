"""Faults to be planted into the referee one at a time, each with the case that must notice it."""

from typing import NamedTuple


class PlantedFault(NamedTuple):
    """One text of one module, what is written there instead, and the case meant for it."""

    module: str
    old: str
    new: str
    case: str


SCORES = [
    # Big Two
    PlantedFault("referee.scoring", "if count >= start", "if count > start", "big-two/1-006"),
    PlantedFault("referee.scoring", "ScoreLine(seat, theirs - mine,", "ScoreLine(seat, mine - theirs,", "big-two/1-008"),
    PlantedFault("referee.climbing.results", "sum(own) if seat == payer else 0", "sum(own) if seat == payer else own[seat - 1]", "big-two/1-022"),
    PlantedFault("referee.match_totals", "played = hands != NONE and carried.number > hands", "played = hands != NONE and carried.number >= hands", "big-two/1-014"),
    PlantedFault("referee.climbing.score_sheet", "if len(empty) != 1:", "if not empty:", "big-two/1-038"),
    PlantedFault("referee.parsing", "len(players) not in rules.seats", "len(players) < 2", "big-two/1-042"),
    # Pusoy Dos
    PlantedFault("referee.scoring", "order = [*outcome.out, *last]", "order = [*last, *outcome.out]", "pusoy-dos/1-001"),
    # Gang of Four
    PlantedFault("referee.scoring", "(8, 2), (11, 3)", "(9, 2), (11, 3)", "gang-of-four/1-001"),
    PlantedFault("referee.scoring", "(14, 4), (16, 5)", "(14, 4), (15, 5)", "gang-of-four/1-003"),
    PlantedFault("referee.climbing.results", "highest = max(", "highest = min(", "gang-of-four/1-008"),
    PlantedFault("referee.climbing.results", "(outcome.out[0] - seat) % seats", "(seat - outcome.out[0]) % seats", "gang-of-four/1-010"),
    PlantedFault("referee.match_totals", "max(carried.totals) >= target", "max(carried.totals) > target", "gang-of-four/1-013"),
    # Gang of Four, loser scores
    PlantedFault("referee.scoring", "return ScoreLine(seat, 1, Reason(", "return ScoreLine(seat, 0, Reason(", "gang-of-four-loser-scores/1-003"),
    PlantedFault("referee.match_totals", "min(totals) if rules.lowest_wins", "max(totals) if rules.lowest_wins", "gang-of-four-loser-scores/1-009"),
    # Four Color Cards
    PlantedFault("referee.variants.four_color_cards", "1, 3, \"F8\"", "3, 3, \"F8\"", "four-color-cards/1-013"),
    PlantedFault("referee.variants.four_color_cards", "([8, 6], \"F9\")", "([6, 8], \"F9\")", "four-color-cards/1-016"),
    PlantedFault("referee.variants.four_color_cards", "(100, \"F33\")", "(0, \"F33\")", "four-color-cards/1-001"),
    PlantedFault("referee.melding.payments", "self.threshold_points >= self.rules.threshold", "self.threshold_points > self.rules.threshold", "four-color-cards/1-005"),
    PlantedFault("referee.melding.payments", "return rules.threshold + rules.base", "return rules.threshold", "four-color-cards/1-004"),
    PlantedFault("referee.melding.results", "bonus = finish.cards()[lucky]", "bonus = min(1, finish.cards()[lucky])", "four-color-cards/1-008"),
]  # fmt: skip

PLAYS = [
    # Big Two
    PlantedFault("referee.climbing.straights", '"taiwan": (("A 2 3 4 5",), *_WITHOUT_TWOS, ("3 4 5 6 2",))', '"taiwan": (*_WITHOUT_TWOS, ("A 2 3 4 5",), ("3 4 5 6 2",))', "big-two/2-032"),
    PlantedFault("referee.climbing.straights", '*_WITHOUT_TWOS, ("3 4 5 6 2",)),\n    "poker"', '*_WITHOUT_TWOS, ("2 3 4 5 6",)),\n    "poker"', "big-two/2-040"),
    PlantedFault("referee.variants.big_two", '("none", "B4")', '("by-rank", "B4")', "big-two/2-028"),
    PlantedFault("referee.variants.big_two", '"top_single_closes_trick": (True,', '"top_single_closes_trick": (False,', "big-two/2-088"),
    PlantedFault("referee.variants.big_two", '("lowest-card", "B3")', '("previous-winner", "B3")', "big-two/2-083"),
    PlantedFault("referee.recognizers", "_heights(groups[0], order) + _heights(groups[1], order)", "_heights(groups[1], order) + _heights(groups[0], order)", "big-two/2-052"),
    PlantedFault("referee.events", "if before is None or before.seat != event.seat or", "if before is None or", "big-two/2-119"),
    # Pusoy Dos
    PlantedFault("referee.climbing.straights", ', "Q K A 3 2", "K A 3 4 2"', "", "pusoy-dos/2-029"),
    PlantedFault("referee.recognizers", "return strength and (strength[-1], *strength[:-1])", "return strength", "pusoy-dos/2-039"),
    PlantedFault("referee.variants.pusoy_dos", '("next-has-control", "P12")', '("answer-then-next-leads", "P12")', "pusoy-dos/2-054"),
    PlantedFault("referee.climbing.tricks", "len(position.active_seats()) <= 1", "len(position.active_seats()) <= 2", "pusoy-dos/2-060"),
    # Gang of Four
    PlantedFault("referee.variants.gang_of_four", 'wild_suit="M"', 'wild_suit=""', "gang-of-four/2-042"),
    PlantedFault("referee.variants.gang_of_four", "for start in range(6)", "for start in range(5)", "gang-of-four/2-028"),
    PlantedFault("referee.climbing.gangs", 'GANGS if values["gangs"] == "four-to-seven" else GANGS[:1]', "GANGS[:1]", "gang-of-four/2-055"),
    PlantedFault("referee.climbing.duties", "or standing.size != 1:\n        return LEGAL\n    return _if_next_seat_has_one(context, _check_passed_single", "or standing.size == 1:\n        return LEGAL\n    return _if_next_seat_has_one(context, _check_passed_single", "gang-of-four/2-068"),
    PlantedFault("referee.climbing.duties", "else count == 1", "else count <= 2", "gang-of-four/2-073"),
    PlantedFault("referee.climbing.exchange", "if hidden.known[card] > 1:", "if hidden.known[card] > 2:", "gang-of-four/2-098"),
    PlantedFault("referee.climbing.exchange", "if due and due.loser_gave else _check_highest_given(context)", "if due and due.loser_gave else LEGAL", "gang-of-four/2-094"),
    PlantedFault("referee.climbing.advancing", "if unannounced and left == 1", "if unannounced and left == 2", "gang-of-four/2-117"),
    PlantedFault("referee.climbing.rules", "return -1 if number % 2 else 1", "return 1 if number % 2 else -1", "gang-of-four/2-086"),
    # Gang of Four, loser scores
    PlantedFault("referee.phoenix", 'replace(order.wild_suit, "")[-1]', 'replace(order.wild_suit, "")[0]', "gang-of-four-loser-scores/2-002"),
    PlantedFault("referee.phoenix", "highest = Card(_numbers(order)[-1]", "highest = Card(_numbers(order)[0]", "gang-of-four-loser-scores/2-011"),
    PlantedFault("referee.variants.gang_of_four_loser_scores", '("same-type", "L4")', '("any-higher", "L4")', "gang-of-four-loser-scores/2-022"),
    PlantedFault("referee.variants.gang_of_four_loser_scores", '("four-only", "L5")', '("four-to-seven", "L5")', "gang-of-four-loser-scores/2-029"),
    # Four Color Cards
    PlantedFault("referee.variants.four_color_cards", "(SeatAction.GAN, SeatAction.PONG), (SeatAction.CHI,))", "(SeatAction.CHI,), (SeatAction.GAN, SeatAction.PONG))", "four-color-cards/2-013"),
    PlantedFault("referee.variants.four_color_cards", 'undiscardable_type="G"', 'undiscardable_type="A"', "four-color-cards/2-057"),
    PlantedFault("referee.variants.four_color_cards", '"drawn_general_forced": (True,', '"drawn_general_forced": (False,', "four-color-cards/2-068"),
    PlantedFault("referee.variants.four_color_cards", '("finisher", "F32")', '("rotate", "F32")', "four-color-cards/2-106"),
    PlantedFault("referee.melding.claims", "        return away == 1\n", "        return away <= 2\n", "four-color-cards/2-002"),
    PlantedFault("referee.melding.judging", "if context.position.stock != 0:", "if context.position.stock != 1:", "four-color-cards/2-121"),
]  # fmt: skip

GAPS = [
    PlantedFault("referee.climbing.judging", "return judge_each_face(context, _judge_play)", "return LEGAL", "big-two/3-011"),
    PlantedFault("referee.climbing.advancing", "if walked.turn == seat or", "if walked.turn != seat or", "big-two/3-024"),
    PlantedFault("referee.verdicts", "if legal and illegal:", "if not legal and not illegal:", "pusoy-dos/3-004"),
    PlantedFault("referee.knowledge", "return bool(self.undealt and self.pool[card])", "return False", "gang-of-four/3-014"),
    PlantedFault("referee.climbing.hidden", "if not hidden.most or not may_be:", "if hidden.most or not may_be:", "gang-of-four/3-001"),
    PlantedFault("referee.climbing.exchange", "return holds_none_higher(context, context.event.cards[0], NOT_HIGHEST_CARD)", "return LEGAL", "gang-of-four-loser-scores/3-009"),
    PlantedFault("referee.melding.judging", "if card == UNSEEN and _may_be", "if card != UNSEEN and _may_be", "four-color-cards/3-006"),
    PlantedFault("referee.melding.hu", "if complete is Completion.NEVER:", "if complete is not Completion.ALWAYS:", "four-color-cards/3-010"),
]  # fmt: skip

PROOFS = [
    PlantedFault("referee.digests", 'sha256(canonical({**written, "cause": cause} if cause else written))', 'sha256(canonical({**written, "cause": cause}))', "big-two/4-001"),
    PlantedFault("referee.chain_verification", "elif chain.head != previous:", "elif not chain.head:", "big-two/4-009"),
    PlantedFault("referee.chain_verification", "if computed != revision.text_digest:", "if not computed:", "pusoy-dos/4-004"),
    PlantedFault("referee.verification", "return canonical(to_json(computed)) != canonical(recorded)", "return False", "gang-of-four/4-003"),
    PlantedFault("referee.witnesses.searching", "WitnessPair(settled.get(Legal), settled.get(Illegal), cut_off, used)", "WitnessPair(settled.get(Illegal), settled.get(Legal), cut_off, used)", "gang-of-four-loser-scores/4-007"),
    PlantedFault("referee.witnesses.answers", "if filled_events(complete, hand.judged.record):", "if not filled_events(complete, hand.judged.record):", "four-color-cards/4-006"),
]  # fmt: skip

FAULTS = [*SCORES, *PLAYS, *GAPS, *PROOFS]

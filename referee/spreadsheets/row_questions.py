"""What is asked of the rows and the days of a table whose columns are understood: sums, signs, slips, dates, and evenings over midnight."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

import referee
from referee.reason_texts import gettext_noop
from referee.spreadsheets import dates, own_headings
from referee.spreadsheets.candidates import Candidate, Hints, numbers_of
from referee.spreadsheets.columns import ColumnRole, DateOrder, SheetColumns, Values
from referee.spreadsheets.hands import SURE_EVENING, HandReader, Labels, SheetHand
from referee.spreadsheets.questions import DATE_MISSING, Answers, SheetQuestion, chosen_answer
from referee.spreadsheets.sheet_errors import Part
from referee.spreadsheets.summaries import LEAVE_OUT, find_summaries
from referee.spreadsheets.table import Spreadsheet
from referee.spreadsheets.written_dates import day_in_name

_MOST_UNEXPLAINED = 20
"""Rows that are asked about one by one; if there are more, about all of them together."""
_AS_WRITTEN, _UNDATED = "as-written", "undated"


def ask_of_rows(
    table: Spreadsheet,
    best: Candidate,
    hints: Hints,
    answers: Answers,
    *,
    before: Sequence[SheetQuestion] = (),
    order: DateOrder | None = None,
) -> tuple[SheetColumns, list[SheetQuestion]]:
    """Return the columns of a reading with what is true of the rows of the whole table, and the questions about them.

    ``before`` are the questions that the columns raised, and ``order`` is that of the dates where somebody chose it.
    """
    asking = _Asking(table, best, hints, answers)
    asking.ask_of_sums()
    if "values" not in {one.code for one in before}:
        asking.ask_of_totals()
    asking.ask_of_dates(order)
    asking.ask_of_zone()
    asking.ask_of_signs(best.marks)
    asking.ask_of_slips()
    asking.ask_of_hand_numbers()
    asking.ask_of_days()
    return asking.columns, asking.questions


class _Asking:
    """Goes through the questions; each answer, or what is assumed, changes how the next rows are read."""

    def __init__(self, table: Spreadsheet, best: Candidate, hints: Hints, answers: Answers) -> None:
        self._table, self._game, self._hints, self._answers = table, best.game, hints, answers
        self.columns = best.columns
        self.questions = list[SheetQuestion]()
        turned = table.turned() if self.columns.is_turned else table
        self._dates = dates.cells_with_dates(turned, self.columns.roles)

    def ask_of_sums(self) -> None:
        """Leave out the rows that are no hands."""
        columns = replace(self.columns, left_out=())
        left_out, questions = find_summaries(self._table, columns, self._game, self._answers)
        self.questions += questions
        self.columns = replace(columns, left_out=left_out)

    def ask_of_totals(self) -> None:
        """Ask of points that are no points of single hands whether they go on from session to session."""
        if self.columns.values is not Values.TOTALS:
            return
        reason = gettext_noop(
            "These are no points of one hand each: they can be those of whole sessions, or totals so far."
        )
        answer = self._ask("values", (reason, {}), str(Values.TOTALS), str(Values.RUNNING))
        self.columns = replace(self.columns, values=Values(answer), goes_on=True)

    def ask_of_dates(self, order: DateOrder | None) -> None:
        """Ask in which order the dates are written, and of which year those are that have none."""
        orders = [order] if order else dates.possible_orders(self._dates, self._hints.today)
        if orders:
            self.columns = replace(self.columns, dates=orders[0])
        if question := dates.order_question(self._dates, orders):
            self.columns = replace(self.columns, dates=DateOrder(self._take(question)))
        year = dates.missing_year(self._dates, self.columns.dates, self._hints.today)
        if year:
            self.columns = replace(self.columns, year=self._take(year))

    def ask_of_zone(self) -> None:
        """Ask for the day of times with a zone where it is another one in the club's time zone."""
        zone = self._hints.zone if dates.name_zones(self._dates) else ""
        if zone:
            takes_zone = is_chosen = self._hints.is_zone_set
            question = dates.zone_question(
                self._dates, self.columns.dates, zone, is_chosen=is_chosen
            )
            if question:
                takes_zone = (self._take(question) == question.assumed) == is_chosen
            zone = zone if takes_zone else ""
        self.columns = replace(self.columns, zone=zone)

    def ask_of_signs(self, line: int | None) -> None:
        """Ask what a cell without a number means; ``line`` is the first where both is possible."""
        if line is None:
            return
        reason = gettext_noop(
            "A cell without a number can mean that this player won, or did not play."
        )
        marks = self._ask("winner", (reason, {}), "winner", "absent", line=line)
        self.columns = replace(self.columns, marks=marks)

    def ask_of_slips(self) -> None:
        """Ask about rows of points that no hand can bring."""
        if self.columns.values not in {Values.POINTS, Values.RUNNING}:
            return
        hands = [hand for hand in self._hands() if self._is_of_the_game(hand)]
        rows = [
            hand
            for hand in hands
            if (numbers := numbers_of(hand, self.columns.values)) is not None
            and not self._game.fits(Values.POINTS, numbers)
        ]
        template = gettext_noop(
            "No hand of this game brings %(points)s under the house rules that are known."
        )
        if len(rows) > min(_MOST_UNEXPLAINED, len(hands) / 2):
            self._ask("points", (template, {"points": _points(rows[0])}), _AS_WRITTEN)
            return
        for hand in rows:
            reason: Part = (template, {"points": _points(hand)})
            if self._ask("points", reason, _AS_WRITTEN, LEAVE_OUT, line=hand.line) == LEAVE_OUT:
                self._leave_out([hand])

    def ask_of_hand_numbers(self) -> None:
        """Ask about a hand that stands twice in a session of the sheet, by its number; assumed is that a copied row is no hand."""
        table = self._table.turned() if self.columns.is_turned else self._table
        places = self.columns.places(ColumnRole.HAND)
        is_exported = own_headings.is_exported(own_headings.in_english(table.headers))
        if self.columns.is_long or is_exported or not places:
            return
        numbers = {row.key: row.cells[places[0]] for row in table.rows}
        first = dict[tuple[Labels, str], SheetHand]()
        again = list[SheetHand]()
        for hand in self._hands():
            number = numbers.get(hand.rows[0], "")
            if number and first.setdefault((hand.labels, number), hand) != hand:
                again.append(hand)
        if len(again) > min(_MOST_UNEXPLAINED, len(first) / 2):
            return  # they are no numbers of hands
        template = gettext_noop("Hand %(hand)s stands in this session a second time.")
        for hand in again:
            number = numbers[hand.rows[0]]
            before = [cell.text for cell in first[hand.labels, number].cells]
            is_copy = before == [cell.text for cell in hand.cells]
            answers = (LEAVE_OUT, _AS_WRITTEN) if is_copy else (_AS_WRITTEN, LEAVE_OUT)
            reason: Part = (template, {"hand": number})
            if self._ask("hand-number", reason, *answers, line=hand.line) == LEAVE_OUT:
                self._leave_out([hand])

    def ask_of_days(self) -> None:
        """Ask about sessions without a day, evenings over midnight, and a day far from the others."""
        reader = HandReader(self._table, self.columns, self._game)
        hands = [hand for hand in reader.read() if isinstance(hand, SheetHand)]
        undated = [hand for hand in hands if _day_of(hand) is None]
        if undated or not self._dates:
            self._ask_of_missing_day(undated)
        long_pauses = [line for line, pause in reader.nights if pause > SURE_EVENING]
        if long_pauses:
            reason = gettext_noop(
                "Play went on hours after midnight: it can be the same evening, or another one."
            )
            answer = self._ask(
                "midnight", (reason, {}), "same-evening", "next-day", line=long_pauses[0]
            )
            self.columns = replace(self.columns, parts_at_midnight=answer == "next-day")
        self._ask_of_far_day(hands)
        self._ask_of_days_of_the_week(hands)

    def _ask_of_missing_day(self, undated: Sequence[SheetHand]) -> None:
        named = day_in_name(self._hints.name) or day_in_name("; ".join(self._table.titles))
        question = SheetQuestion(
            code=DATE_MISSING,
            reason=(gettext_noop("The file says no day: the sessions would be in no season."), {}),
            assumed=named.isoformat() if named else _UNDATED,
            answers=(_UNDATED,),
            line=undated[0].line if undated and self._dates else None,
        )
        day = self._take(question)
        self.columns = replace(self.columns, day="" if day == _UNDATED else day)

    def _ask_of_far_day(self, hands: Iterable[SheetHand]) -> None:
        of_days: dict[date, list[SheetHand]] = {}
        for hand in hands:
            if (day := _day_of(hand)) is not None:
                of_days.setdefault(day, []).append(hand)
        if far := dates.leap([(of_day[0].line, day) for day, of_day in of_days.items()]):
            line, day = far
            template = gettext_noop("%(day)s is far from the days before and after it.")
            reason: Part = (template, {"day": day.isoformat()})
            answer = self._ask("date-unlikely", reason, _AS_WRITTEN, LEAVE_OUT, line=line)
            if answer == LEAVE_OUT:
                self._leave_out(of_days[day])

    def _ask_of_days_of_the_week(self, hands: Sequence[SheetHand]) -> None:
        """Ask about dates that name another day of the week than they have."""
        table = self._table.turned() if self.columns.is_turned else self._table
        places = self.columns.places(ColumnRole.DATE)
        cells = [(row.line_of(places[0]), row.cells[places[0]]) for row in table.rows if places]
        order, year = self.columns.dates, self.columns.year
        template = gettext_noop("%(text)s was not on the day of the week that it names.")
        asked = {one.line for one in self.questions if one.code == "date-unlikely"}
        for line, text, day in dates.other_day_of_week(cells, order, year):
            if line in asked or not any(str(_day_of(hand)) == day for hand in hands):
                continue
            answer = self._ask(
                "date-unlikely", (template, {"text": text}), _AS_WRITTEN, LEAVE_OUT, line=line
            )
            if answer == LEAVE_OUT:
                self._leave_out([hand for hand in hands if str(_day_of(hand)) == day])

    def _leave_out(self, hands: Iterable[SheetHand]) -> None:
        rows = {row for hand in hands for row in hand.rows}
        left_out = tuple(sorted({*self.columns.left_out, *rows}))
        self.columns = replace(self.columns, left_out=left_out)

    def _hands(self) -> list[SheetHand]:
        reader = HandReader(self._table, self.columns, self._game)
        return [hand for hand in reader.read() if isinstance(hand, SheetHand)]

    def _is_of_the_game(self, hand: SheetHand) -> bool:
        return dict(hand.labels).get("variant", self._game.variant) == self._game.variant

    def _ask(self, code: str, reason: Part, *answers: str, line: int | None = None) -> str:
        """Note a question whose first answer is assumed; return its answer."""
        return self._take(
            SheetQuestion(code=code, reason=reason, assumed=answers[0], answers=answers, line=line)
        )

    def _take(self, question: SheetQuestion) -> str:
        self.questions.append(question)
        return chosen_answer(question, self._answers)


def _points(hand: SheetHand) -> str:
    return " / ".join(cell.text for cell in hand.cells)


def _day_of(hand: SheetHand) -> date | None:
    return referee.date_of(dict(hand.labels).get("played_on"))

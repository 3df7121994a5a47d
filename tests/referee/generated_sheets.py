"""Sheets as people write them, by chance, with what is true of them: game, layout, language, dates, habits, sums and slips."""

import csv
import io
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

import referee
from referee.spreadsheets.arithmetic import SheetGame
from referee.spreadsheets.columns import Values

NAMES = {
    "utf-8": [
        "Ann",
        "Bo",
        "Cy",
        "Di",
        "Summer",
        "Kim Sum",
        "Zoë",
        "陳大文",
        "Łukasz",
        "Totò",
        "Max P",
        "Winnerson",
    ],
    "utf-8-sig": ["Ana María", "Jörg", "Zoë", "Bo", "Consuelo Sumang", "Checkov"],
    "gb18030": ["张伟", "李娜", "王芳", "刘洋", "陈静", "杨勇"],
    "big5hkscs": ["陳大文", "李小明", "王美麗", "張三", "黃志強", "林怡君"],
    "cp932": ["佐藤", "鈴木", "たなか", "高橋", "ヤマダ", "伊藤"],
    "cp949": ["김철수", "이영희", "박민수", "최지우", "정우성"],
    "cp1250": ["Łukasz", "Żaneta", "Śliwa", "Ćma", "Jiří", "Ondřej"],
    "cp1251": ["Анна", "Борис", "Ирина", "Олег", "Юлия"],
    "cp1252": ["Jörg", "Zoë", "José", "Bo", "Renée", "Åsa"],
    "mac_roman": ["Jörg", "Zoë", "José", "Bo", "Renée"],
    "utf-16": ["Ann", "陳大文", "Zoë", "Bo", "Cy"],
    "utf-16-le": ["Ann", "陳大文", "Zoë", "Bo", "Cy"],
}
LANGUAGES = {
    "utf-8": ("Date", "Hand", "Total"),
    "utf-8-sig": ("Datum", "Nr.", "Summe"),
    "gb18030": ("日期", "局数", "总分"),
    "big5hkscs": ("日期", "局數", "總分"),
    "cp932": ("日付", "回", "合計"),
    "cp949": ("날짜", "판", "합계"),
    "cp1250": ("Data", "Rozdanie", "Suma"),
    "cp1251": ("Дата", "Партия", "Итого"),
    "cp1252": ("Date", "Partie", "Gesamt"),
    "mac_roman": ("Date", "Hand", "Total"),
    "utf-16": ("Date", "#", "Sum"),
    "utf-16-le": ("Timestamp", "No", "Totals"),
}
DATES = (
    lambda day: day.isoformat(),
    lambda day: f"{day.day}.{day.month}.{day.year}",
    lambda day: f"{day.month}/{day.day}/{day.year}",
    lambda day: f"{day.day:02}/{day.month:02}/{day.year}",
    lambda day: f"{day.year}年{day.month}月{day.day}日",
    lambda day: f"{day.year - 1911}/{day.month}/{day.day}",
    lambda day: f"{day.year + 543}-{day.month:02}-{day.day:02}",
    lambda day: f"{day:%y/%m/%d}",
    lambda day: f"{day:%Y%m%d}",
    lambda day: f"{day:%Y-%m-%dT19:30:12.000Z}",
    lambda day: f"{day.month}/{day.day}/{day.year} 7:30:12 PM",
    lambda day: str((day - date(1899, 12, 30)).days),
    lambda day: f"{day.day} mars {day.year}" if day.month == 3 else day.isoformat(),
)
FILE_NAMES = {
    "big-two": "big two.csv",
    "pusoy-dos": "Pusoy Dos 2024.csv",
    "gang-of-four": "gang of four.csv",
    "gang-of-four-loser-scores": "gang of four loser scores.csv",
    "four-color-cards": "four color cards.csv",
}


@dataclass
class Sheet:
    """A file, and the sessions that are in it: day, game, points by player."""

    content: bytes
    name: str
    truth: list[tuple[str | None, str, dict[str, float]]]
    has_slip: bool = False
    habits: list[str] = field(default_factory=list)


def sheets(seed: int, count: int) -> Iterator[Sheet]:
    """Yield sheets by chance; the same ones for the same seed."""
    for number in range(count):
        yield _Writer(random.Random(f"{seed} {number}")).sheet()


class _Writer:
    """Writes one sheet."""

    def __init__(self, by_chance: random.Random) -> None:
        self.rng = by_chance
        self.encoding = by_chance.choice([*NAMES])
        self.variant = by_chance.choice(
            [*referee.VARIANTS][:5] if len(referee.VARIANTS) >= 5 else [*referee.VARIANTS]
        )
        self.game = SheetGame(
            self.variant, {"target": "none"} if self.variant == "gang-of-four" else {}
        )
        seats = by_chance.choice([seats for seats in self.game.seats if seats > 2])
        self.players = by_chance.sample(NAMES[self.encoding], seats)
        self.kind = by_chance.choice(self.game.kinds()[:-1])
        self.habits = [self.variant, str(self.kind), self.encoding]

    def sheet(self) -> Sheet:
        rng = self.rng
        layout = rng.choice(["wide", "wide", "wide", "turned", "long", "pairs", "merged"])
        days = 1 if layout == "turned" else rng.choice([1, 1, 2, 3])
        first = date(2024, rng.randint(1, 11), rng.randint(1, 28))
        dated = layout != "turned" and rng.random() < 0.8
        evenings = []
        most = 2 if self.variant == "four-color-cards" else 5
        for number in range(days if dated else 1):
            hands = [self._hand() for _ in range(rng.randint(1, most))]
            evenings.append((first + timedelta(days=7 * number), hands))
        truth = [
            (day.isoformat() if dated else None, self.variant, self._totals(hands))
            for day, hands in evenings
        ]
        named = (
            rng.choice(["", "file", "column"])
            if layout in {"wide", "long"}
            else rng.choice(["", "file"])
        )
        self.habits += [layout, "dated" if dated else "undated", f"game in {named}"]
        rows = getattr(self, f"_{layout}")(evenings, dated=dated, named=named == "column")
        slip = False
        if rng.random() < 0.15:
            slip = self._slip(rows)
        text = io.StringIO()
        writer = csv.writer(
            text, delimiter=rng.choice(",;\t"), lineterminator=rng.choice(["\n", "\r\n"])
        )
        writer.writerows(rows)
        content = text.getvalue().encode(self.encoding)
        name = FILE_NAMES[self.variant] if named == "file" else "scores.csv"
        return Sheet(content, name, truth, slip, self.habits)

    def _hand(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the numbers of a hand as they are written, and its points."""
        rng, seats = self.rng, len(self.players)
        if self.variant == "four-color-cards":
            paid, winner = rng.randint(1, 15), rng.randrange(seats)
            points = tuple(
                float(paid * (seats - 1)) if seat == winner else -float(paid)
                for seat in range(seats)
            )
            return points, points
        if self.variant == "pusoy-dos":
            places = rng.sample(range(1, seats + 1), seats)
            points = self.game.points(Values.ORDER, tuple(places))
            return (tuple(places) if self.kind is Values.ORDER else points), points
        most = 13 if self.variant == "big-two" else 16
        left = [rng.randint(1, rng.choice([4, most])) for _ in range(seats)]
        left[rng.randrange(seats)] = 0
        points = self.game.points(Values.CARDS, tuple(left))
        if points is None or (
            self.variant == "gang-of-four-loser-scores" and left.count(max(left)) > 1
        ):
            return (
                self._hand()
            )  # who of two pays depends on the direction of play, which a sheet does not say
        return (tuple(left) if self.kind is Values.CARDS else points), points

    def _totals(self, hands) -> dict[str, float]:
        return {
            name: sum(points[seat] for _written, points in hands)
            for seat, name in enumerate(self.players)
        }

    def _cells(self, evenings):
        """Yield the day and the cells of each hand, as the sheet has them."""
        rng = self.rng
        sign = rng.choice(
            ["0", "0", "0", "", "-", "✓" if self.encoding.startswith("utf") else "W", "x"]
        )
        goes_on = rng.random() < 0.5
        self.habits.append(f"winner {sign!r}")
        so_far = [0.0] * len(self.players)
        for day, hands in evenings:
            if not goes_on:
                so_far = [0.0] * len(self.players)
            for written, points in hands:
                so_far = [total + one for total, one in zip(so_far, points, strict=True)]
                numbers = so_far if self.kind is Values.RUNNING else written
                cells = [f"{number:g}" for number in numbers]
                if self.kind is Values.CARDS and sign != "0":
                    cells = [sign if cell == "0" else cell for cell in cells]
                yield day, cells, points

    def _wide(self, evenings, *, dated: bool, named: bool) -> list[list[str]]:
        rng = self.rng
        day_word, hand_word, total_word = LANGUAGES[self.encoding]
        write = rng.choice(
            DATES if self.encoding not in {"cp1250", "cp1251", "cp1252", "mac_roman"} else DATES[:4]
        )
        try:
            write(date(2024, 3, 3)).encode(self.encoding)
        except UnicodeEncodeError:
            write = DATES[0]
        numbered = rng.random() < 0.6
        repeats = rng.random() < 0.6
        header = [
            *([day_word] if dated else []),
            *([hand_word] if numbered else []),
            *(["Game"] if named else []),
            *self.players,
        ]
        rows, before, number = [], None, 0
        written = []
        for day, cells, points in self._cells(evenings):
            number = number + 1 if day == before else 1
            shown = write(day) if repeats or day != before else ""
            rows.append(
                [
                    *([shown] if dated else []),
                    *([str(number)] if numbered else []),
                    *([self.variant] if named else []),
                    *cells,
                ]
            )
            before = day
            written.append((cells, points))
        kind = rng.choice(["", "", "total", "blank", "average"])
        self.habits.append(f"sum {kind}")
        if (
            kind
            and len(written) > 1
            and len(header) > len(self.players)
            and self.kind is not Values.ORDER
        ):
            sums = [
                sum(points[seat] for _cells, points in written) for seat in range(len(self.players))
            ]
            if self.kind is Values.CARDS and rng.random() < 0.5:
                sums = [
                    sum(
                        float(cells[seat]) if cells[seat].isdigit() else 0
                        for cells, _points in written
                    )
                    for seat in range(len(self.players))
                ]
            if kind == "average":
                sums = [round(one / len(written), 1) for one in sums]
            label = {
                "total": total_word,
                "blank": "",
                "average": "Ø" if self.encoding.startswith("utf") else total_word,
            }[kind]
            if label == total_word and kind == "average":
                return [header, *rows]
            beside = len(header) - len(self.players)
            rows.append([label, *[""] * (beside - 1), *(f"{one:g}" for one in sums)])
        return [header, *rows]

    def _turned(self, evenings, *, dated: bool, named: bool) -> list[list[str]]:
        columns = [cells for _day, cells, _points in self._cells(evenings)]
        label = self.rng.choice(["R{}", "{}", "Hand {}", "{}"])
        header = [
            self.rng.choice(["Name", "", "Player"]),
            *(label.format(number) for number in range(1, len(columns) + 1)),
        ]
        return [
            header,
            *(
                [name, *(column[seat] for column in columns)]
                for seat, name in enumerate(self.players)
            ),
        ]

    def _long(self, evenings, *, dated: bool, named: bool) -> list[list[str]]:
        header = [
            *(["Date"] if dated else []),
            "Hand",
            *(["Game"] if named else []),
            "Player",
            "Score",
        ]
        rows, before, number = [], None, 0
        for day, cells, _points in self._cells(evenings):
            number = number + 1 if day == before else 1
            before = day
            for name, cell in zip(self.players, cells, strict=True):
                rows.append(
                    [
                        *([day.isoformat()] if dated else []),
                        str(number),
                        *([self.variant] if named else []),
                        name,
                        cell,
                    ]
                )
        return [header, *rows]

    def _pairs(self, evenings, *, dated: bool, named: bool) -> list[list[str]]:
        header = [*(["Date"] if dated else [])]
        for place in range(1, len(self.players) + 1):
            header += [f"Player {place}", f"Points {place}"]
        rows = []
        for day, cells, _points in self._cells(evenings):
            pairs = [*zip(self.players, cells, strict=True)]
            self.rng.shuffle(pairs)
            rows.append(
                [*([day.isoformat()] if dated else []), *(text for pair in pairs for text in pair)]
            )
        return [header, *rows]

    def _merged(self, evenings, *, dated: bool, named: bool) -> list[list[str]]:
        header = [
            *(["Date"] if dated else []),
            *(text for name in self.players for text in (name, "")),
        ]
        rows = []
        for day, cells, points in self._cells(evenings):
            rows.append(
                [
                    *([day.isoformat()] if dated else []),
                    *(
                        text
                        for cell, point in zip(cells, points, strict=True)
                        for text in (cell, f"{point:g}")
                    ),
                ]
            )
        return [header, *rows]

    def _slip(self, rows: list[list[str]]) -> bool:
        """Change a number so that no hand can have it; return whether one was changed."""
        if self.kind is Values.ORDER or not (self.game.is_paid or self.kind is Values.CARDS):
            return False
        for row in rows[1:]:
            for place in range(len(row) - 1, 0, -1):
                if (
                    self.kind is Values.CARDS
                    and row[place].isdigit()
                    and int(row[place]) > 0
                    and place == len(row) - 1
                ):
                    row[place] = "77"
                    self.habits.append("slip")
                    return True
                if (
                    self.kind is not Values.CARDS
                    and place == len(row) - 1
                    and row[place].lstrip("-").isdigit()
                ):
                    row[place] = str(int(row[place]) + 1)
                    self.habits.append("slip")
                    return True
        return False

"""Spreadsheets as clubs have them, and what each means where everything assumed is right: day, players and totals of its sessions."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ClubSheet:
    """A file and what is true of it."""

    name: str
    text: str
    sessions: tuple[tuple[str | None, str, tuple[int, ...]], ...]
    encoding: str = "utf-8"

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        return self.text.encode(self.encoding)


CLUB_SHEETS = (
    ClubSheet(
        "a row of sums in Chinese",
        "局,陳,李,王,張\n1,25,-5,-8,-12\n2,-3,6,-2,-1\n總分,22,1,-10,-13\n",
        ((None, "陳 李 王 張", (22, 1, -10, -13)),),
    ),
    ClubSheet(
        "a row of sums without a name",
        "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,-3,6,-2,-1\n,22,1,-10,-13\n",
        ((None, "Ann Bo Cy Di", (22, 1, -10, -13)),),
    ),
    ClubSheet(
        "totals so far",
        "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,22,1,-10,-13\n3,20,-1,-8,-11\n",
        ((None, "Ann Bo Cy Di", (20, -1, -8, -11)),),
    ),
    ClubSheet(
        "moments as American forms write them",
        "Timestamp,Ann,Bo,Cy,Di\n"
        "3/14/2024 7:30:12 PM,0,5,8,12\n"
        "3/14/2024 8:01:44 PM,3,0,2,1\n"
        "3/21/2024 7:15:00 PM,0,1,2,3\n",
        (
            ("2024-03-14", "Ann Bo Cy Di", (22, 1, -10, -13)),
            ("2024-03-21", "Ann Bo Cy Di", (6, -1, -2, -3)),
        ),
    ),
    ClubSheet(
        "moments in ISO format",
        "created_at,Ann,Bo,Cy,Di\n"
        "2024-03-14T19:30:12.000Z,0,5,8,12\n"
        "2024-03-21T19:30:12.345Z,3,0,2,1\n",
        (
            ("2024-03-14", "Ann Bo Cy Di", (25, -5, -8, -12)),
            ("2024-03-21", "Ann Bo Cy Di", (-3, 6, -2, -1)),
        ),
    ),
    ClubSheet(
        "years of the Republic",
        "日期,陳,李,王,張\n113/3/14,0,5,8,12\n113/3/21,3,0,2,1\n",
        (
            ("2024-03-14", "陳 李 王 張", (25, -5, -8, -12)),
            ("2024-03-21", "陳 李 王 張", (-3, 6, -2, -1)),
        ),
    ),
    ClubSheet(
        "years of two digits",
        "Date,Ann,Bo,Cy,Di\n24/03/14,25,-5,-8,-12\n24/03/21,-3,6,-2,-1\n",
        (
            ("2024-03-14", "Ann Bo Cy Di", (25, -5, -8, -12)),
            ("2024-03-21", "Ann Bo Cy Di", (-3, 6, -2, -1)),
        ),
    ),
    ClubSheet(
        "GB18030",
        "日期,张伟,李娜,王芳,刘洋\n2024-03-14,0,5,8,12\n",
        (("2024-03-14", "张伟 李娜 王芳 刘洋", (25, -5, -8, -12)),),
        encoding="gb18030",
    ),
    ClubSheet(
        "windows-1250",
        "Date,Łukasz,Żaneta,Śliwa,Ćma\n2024-03-14,0,5,8,12\n",
        (("2024-03-14", "Łukasz Żaneta Śliwa Ćma", (25, -5, -8, -12)),),
        encoding="cp1250",
    ),
    ClubSheet(
        "a player called Summer",
        "Date,Summer,Ann,Bo,Cy\n2024-03-14,0,5,8,12\n2024-03-15,3,0,1,2\n",
        (
            ("2024-03-14", "Summer Ann Bo Cy", (25, -5, -8, -12)),
            ("2024-03-15", "Summer Ann Bo Cy", (-3, 6, -1, -2)),
        ),
    ),
    ClubSheet(
        "an empty cell for the winner",
        "Date,Ann,Bo,Cy,Di\n2024-03-14,,5,8,12\n2024-03-14,3,,8,3\n",
        (("2024-03-14", "Ann Bo Cy Di", (22, 9, -16, -15)),),
    ),
    ClubSheet(
        "merged headings",
        "Hand,Ann,,Bo,,Cy,,Di,\n1,0,25,5,-5,8,-8,12,-12\n2,3,-3,0,6,2,-2,1,-1\n",
        ((None, "Ann Bo Cy Di", (22, 1, -10, -13)),),
    ),
    ClubSheet(
        "players in rows",
        "Name,R1,R2,R3\nAnn,25,-3,6\nBo,-5,6,-1\nCy,-8,-2,-2\nDi,-12,-1,-3\n",
        ((None, "Ann Bo Cy Di", (28, 0, -12, -16)),),
    ),
    ClubSheet(
        "the scores that the service exports",
        "date,event,round,table,variant,hand,status,player,seat,points,adjustments,place,cards left,session\n"
        "2024-03-14,,,,big-two,1,finished,Ann,1,25,,1,0,x\n"
        "2024-03-14,,,,big-two,1,finished,Bo,2,-5,,2,5,x\n"
        "2024-03-14,,,,big-two,1,finished,Cy,3,-8,,3,8,x\n"
        "2024-03-14,,,,big-two,1,finished,Di,4,-12,,4,12,x\n",
        (("2024-03-14", "Ann Bo Cy Di", (25, -5, -8, -12)),),
    ),
)

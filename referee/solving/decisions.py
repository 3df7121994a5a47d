"""What is proved of the decisions of a hand: where a certain win was given away or taken."""

from dataclasses import dataclass

from referee.record import Json
from referee.solving.endings import NotForced, NotSettled, Outcome, Won
from referee.solving.known_deals import KnownShare

ANALYSIS_FORMAT = "hand-analysis/1"


@dataclass(frozen=True)
class Otherwise:
    """A play that would have given a certain win away: what prevents the win then, and the rule that forbids a pass at each event.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: 2S", "2: pass", "3: pass", "4: pass", "1: 4S"):
    ...     verdict = table.play(event)
    >>> referee.analyze_hand(table).marked[-1].otherwise.action
    '2S'
    """

    action: str
    refutation: tuple[str, ...]
    duties: tuple[str, ...]

    def as_json(self) -> dict[str, Json]:
        """Return the play as JSON."""
        return {
            "action": self.action,
            "refutation": list(self.refutation),
            "refutation_duties": list(self.duties),
        }


@dataclass(frozen=True)
class HandDecision:
    """An event whose seat had a choice, and whether this seat could force going out first before it and after it.

    ``before`` and ``after`` are ``Won``, ``NotForced`` or ``NotSettled``; ``after`` is None where the win was not certain before.
    ``choices`` is the number of the seat's actions, as ``Table.legal_plays`` lists them; ``may_pass``, whether a pass is among them.  ``is_taken``: the seat went out first, that was certain from here on, and another
    play would have given it away, the first event at which that is proved; ``otherwise`` is such a play.

    Of a win that was given away: ``known`` says in how many of the deals that the seat could think of the first play of
    ``before.line`` wins, the play that wins in the most, as far as they are settled; ``known_played``, in how many what was played
    does.  ``could_know`` is true if a play that wins with all cards open wins in half of the deals or more, or in more than what
    was played; false if each is certain to win in fewer than half and in no more than what was played; None otherwise.
    ``is_blocked``: the last card was not announced (G25).  ``is_unannounced``: that alone gave the win away; then nothing is
    said of deals.  ``given_back`` is the seat by whose action the win was certain again, and the event.  ``next_out``, of
    either mark, is the seat that went out next, or won because all others were blocked (G28), and at which event.

    ``line_duties`` and ``refutation_duties`` have, for each event of ``before.line`` and of ``after.refutation``, the rule that
    forbids a pass there (G29), else an empty text.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
    ...     verdict = table.play(event)
    >>> decision = referee.analyze_hand(table).marked[-1]
    >>> decision.event, decision.seat, decision.action, decision.mark, decision.before.plays, decision.is_settled
    (13, 1, 'pass', 'given-away', ('2S',), True)
    >>> decision.as_json()["refutation"]
    ['2: pass', '3: pass', '4: 9S']
    """

    event: int
    seat: int
    text: str  # as it was written
    action: str  # as ``Table.legal_plays`` writes it, with `` last`` if the last card was announced
    before: Outcome
    after: Outcome | None = None
    choices: int = 0
    may_pass: bool = False
    is_taken: bool = False
    known: KnownShare | None = None
    known_played: KnownShare | None = None
    could_know: bool | None = None
    is_blocked: bool = False
    is_unannounced: bool = False
    otherwise: Otherwise | None = None
    given_back: tuple[int, int] | None = None
    next_out: tuple[int, int] | None = None
    line_duties: tuple[str, ...] = ()
    refutation_duties: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """``given-away``: the win was certain before and is not forced after.  ``taken``: kept to the end.  Otherwise empty."""
        if isinstance(self.before, Won) and isinstance(self.after, NotForced):
            return "given-away"
        return "taken" if self.is_taken else ""

    @property
    def is_settled(self) -> bool:
        """Whether it is known if a certain win was there, and, where one was, what became of it."""
        return not isinstance(self.before, NotSettled) and not isinstance(self.after, NotSettled)

    def as_json(self) -> dict[str, Json]:
        """Return a marked decision as JSON."""
        line: dict[str, Json] = {"event": self.event, "seat": self.seat, "text": self.text}
        line["mark"] = self.mark
        if isinstance(self.before, Won):
            line |= {"plays": list(self.before.plays), "line": list(self.before.line)}
            line["line_duties"] = list(self.line_duties)
            if self.before.unsettled:
                line["unsettled"] = list(self.before.unsettled)
        line["choices"] = self.choices
        line["otherwise"] = self.otherwise and self.otherwise.as_json()
        if isinstance(self.after, NotForced):
            line["refutation"] = list(self.after.refutation)
            line["refutation_duties"] = list(self.refutation_duties)
            line["blocked"] = self.is_blocked
            line["unannounced"] = self.is_unannounced
            line["could_know"] = self.could_know
            line["known"] = self.known and self.known.as_json()
            line["known_played"] = self.known_played and self.known_played.as_json()
            line["given_back"] = _moment_as_json(self.given_back)
        line["next_out"] = _moment_as_json(self.next_out)
        return {key: value for key, value in line.items() if value is not None}


def _moment_as_json(moment: tuple[int, int] | None) -> Json:
    return moment and {"seat": moment[0], "event": moment[1]}


@dataclass(frozen=True)
class HandAnalysis:
    """What is proved of the last cards of a hand, with all cards open.

    ``decisions`` are in the order of the hand, ``marked`` those by which a certain win was given away or taken; ``steps`` is the
    number of positions that were looked at.  ``reason`` says why nothing could be looked at, as ``NotSettled.reason`` does.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
    ...     verdict = table.play(event)
    >>> analysis = referee.analyze_hand(table)
    >>> [(decision.text, decision.mark) for decision in analysis.marked]
    [('4: pass', 'given-away'), ('1: pass', 'given-away')]
    >>> analysis.as_json()["settled"], len(analysis.decisions)
    (7, 7)
    """

    decisions: tuple[HandDecision, ...] = ()  # in the order of the hand
    steps: int = 0  # positions that were looked at
    reason: str = ""  # why nothing could be looked at, as ``NotSettled.reason`` says it

    @property
    def marked(self) -> tuple[HandDecision, ...]:
        """The decisions by which a certain win was given away or taken."""
        return tuple(decision for decision in self.decisions if decision.mark)

    def as_json(self) -> dict[str, Json]:
        """Return the analysis as JSON, ``hand-analysis/1``."""
        settled = sum(decision.is_settled for decision in self.decisions)
        return {
            "format": ANALYSIS_FORMAT,
            "decisions": len(self.decisions),
            "settled": settled,
            "steps": self.steps,
            **({"reason": self.reason} if self.reason else {}),
            "marks": [decision.as_json() for decision in self.marked],
        }

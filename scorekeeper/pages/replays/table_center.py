"""The middle of the table at one moment: heading, facts and the cards that lie there."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.pages.display.answer_types import Frame
from scorekeeper.pages.display.cards import Card
from scorekeeper.pages.display.event_text import PUTS_UP, claim_name, combination_name
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.replays.moments import Face, TableCards
from scorekeeper.pages.replays.upcoming_plays import CLAIMS, TAKEN_BACK

CLOCKWISE = "clockwise"


def heading(frame: Frame, names: Names) -> str:
    """Return who leads, what is to be beaten or who is to discard or claim."""
    name = str(names.get(frame["turn"] or 0, ""))
    if frame["over"]:
        return _("The hand is over")
    if "must" in frame:
        return _to_do(frame, name)
    standing = frame["standing"]
    if standing is None:
        return _("%(name)s leads") % {"name": name} if name else _("No play to beat")
    kind = combination_name(standing["combination"])
    return _("To beat: %(kind)s") % {"kind": kind} if kind else _("To beat: unseen cards")


def _to_do(frame: Frame, name: str) -> str:
    if frame["must"] == "discard":
        return _("%(name)s is to discard") % {"name": name} if name else _("Somebody is to discard")
    if name:
        return _("A claim, or %(name)s draws") % {"name": name}
    return _("A claim, or the next card")


def facts(frame: Frame, names: Names, *, direction: str) -> list[str]:
    """Return public facts: stock, lucky card, trick, direction and gifts due."""
    texts = []
    stock, lucky = frame.get("stock"), frame.get("lucky")
    if stock is not None:
        texts.append(
            ngettext("%(count)s card in the stock", "%(count)s cards in the stock", stock)
            % {"count": stock}
        )
    if lucky:
        texts.append(_("Lucky card: %(card)s") % {"card": Card(lucky).name})
    if frame["trick"]:
        texts.append(_("Trick %(number)s") % {"number": frame["trick"]})
    if direction != CLOCKWISE:
        way = frame.get("direction")
        texts.append(_("Played anticlockwise") if way == -1 else _("Played clockwise"))
    return [*texts, *_gift(frame, names)]


def _gift(frame: Frame, names: Names) -> list[str]:
    due = frame.get("exchange")
    if not due:
        return []
    loser, winner = str(names.get(due["loser"], "?")), str(names.get(due["winner"], "?"))
    if due["gave"]:
        return [
            _("Due: a card from %(winner)s back to %(loser)s") % {"winner": winner, "loser": loser}
        ]
    return [
        _("Due: the highest card of %(loser)s to %(winner)s") % {"loser": loser, "winner": winner}
    ]


def laid(frames: Sequence[Frame], index: int, names: Names) -> tuple[TableCards, ...]:
    """Return the cards on the table at the frame with this index."""
    frame = frames[index]
    if "must" in frame:
        return tuple(_offered(one, names, frame) for one in _since_offer(frames, index))
    by_event = {one["event"]: one for one in frames[: index + 1]}
    standing = frame["standing"]
    stands = max(
        (
            play["event"]
            for play in frame["on_table"]
            if standing and sorted(play["cards"] or ()) == sorted(standing["cards"])
        ),
        default=0,
    )
    return tuple(
        _laid(by_event[play["event"]], names, stands=play["event"] == stands)
        for play in frame["on_table"]
        if play["event"] in by_event
    )


def _laid(frame: Frame, names: Names, *, stands: bool) -> TableCards:
    faces = tuple(Face(face, frame["event"]) for face in frame["cards"])
    return TableCards(
        event=frame["event"],
        name=str(names.get(frame["seat"] or 0, "")),
        did=did(frame, names),
        faces=faces,
        stands=stands,
        verdict=_marked(frame),
        seat=None if frame["action"] == "lucky" else frame["seat"],
    )


def did(frame: Frame, names: Names) -> str:
    """Return the action in words; empty for a plain play."""
    action, called = frame["action"], frame.get("called")
    if action in CLAIMS:
        return (
            _("%(claim)s, in vain") % {"claim": claim_name(action)}
            if called
            else claim_name(action)
        )
    if action == "gives":
        return _("gives to %(name)s") % {"name": names.get(frame.get("to") or 0, "?")}
    words = {
        "pass": _("claims nothing") if "must" in frame else _("passes"),
        "unseen": "" if frame["cards"] else _("unseen"),
        "discards": _("discards"),
        "draws": _("draws"),
        "lucky": _("turns the lucky card"),
    }
    return words.get(action, "")


def _since_offer(frames: Sequence[Frame], index: int) -> list[Frame]:
    """Return the frames since the last card was put on offer, without those taken back."""
    frames_since: list[Frame] = []
    is_taken_back = False
    for frame in reversed(frames[: index + 1]):
        if frame["action"] == "start":
            break
        if not is_taken_back and frame["action"] != TAKEN_BACK:
            frames_since.insert(0, frame)
            if frame["action"] in PUTS_UP:
                break
        is_taken_back = frame["action"] == TAKEN_BACK
    return frames_since


def _offered(one: Frame, names: Names, now: Frame) -> TableCards:
    claimed = one["action"] in CLAIMS and not one.get("called")
    on_offer = one["action"] in PUTS_UP and now["offer"] is not None
    return _laid(one, names, stands=claimed or (on_offer and not now["over"]))


def _marked(frame: Frame) -> str:
    verdict = frame["verdict"] or ""
    return "" if verdict == "legal" else verdict

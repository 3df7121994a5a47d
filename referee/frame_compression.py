"""Frames written down in few words: of each only what nobody would have guessed from the one before.

Once it is said who plays what, most of what a table does can be foreseen: the cards leave the hand, they are to be beaten,
the next seat is to act.  So an event is its text, and whatever came out otherwise.  Whether a guess is good decides how
much is written, never what is read.  The guesses belong to the form: FRAME_VERSION is raised with them.
"""

from collections.abc import Sequence

from referee.frame_prediction import Frame, predict_frame
from referee.reason_texts import format_reason

SEAT_KEYS = ("holdings", "melds")
"""Written seat by seat."""
REMOVED_KEYS = "-"
"""Under it stands what a frame lacks."""


def compress_frames(frames: Sequence[Frame]) -> list[Frame]:
    """The first frame, and what is surprising about each of the others; narrations are left out.

    >>> start = {"event": 0, "standing": None, "on_table": [], "turn": 1, "counts": [1, 1], "direction": 1, "trick": 1}
    >>> start |= {"holdings": [["5C"], ["8H"]], "narration": "", "out": [], "over": False}
    >>> played = {**predict_frame(start, {"text": "1: 5C"}, 1), "turn": None, "out": [1], "over": True}
    >>> compress_frames([start, played])[1:]
    [{'text': '1: 5C', 'turn': None, 'out': [1], 'over': True}]
    """
    changes = [frames[0]]
    for number in range(1, len(frames)):
        frame = frames[number]
        guess = predict_frame(frames[number - 1], frame, number)
        change = {"text": frame["text"]}
        for key, value in frame.items():
            predicted = guess.get(key, REMOVED_KEYS)
            if value is not predicted and value != predicted:
                change[key] = _changed_seats(value, predicted) if key in SEAT_KEYS else value
        if len(guess) != len(frame) and (gone := [key for key in guess if key not in frame]):
            change[REMOVED_KEYS] = gone
        changes.append(change)
    return changes


def decompress_frames(changes: Sequence[Frame]) -> list[Frame]:
    """The frames again, with their narrations."""
    frame = {**changes[0]}
    frames = [frame]
    for number in range(1, len(changes)):
        change = changes[number]
        guess = predict_frame(frame, change, number)
        for key, value in change.items():
            by_seat = key in SEAT_KEYS and isinstance(value, dict)
            guess[key] = _fill_seats(value, guess[key]) if by_seat else value
        for key in guess.pop(REMOVED_KEYS, ()):
            del guess[key]
        frame = guess
        frames.append(frame)
    return with_narrations(frames)


def with_narrations(frames: list[Frame]) -> list[Frame]:
    """The frames, with what happened as a sentence."""
    for frame in frames:
        frame["narration"] = format_reason(
            frame["narration_template"], frame["narration_parameters"]
        )
    return frames


def _changed_seats(changes: list[object], guess: list[object]) -> object:
    """What it is for the seats for which it was guessed wrong."""
    return {
        str(place): value
        for place, (value, other) in enumerate(zip(changes, guess, strict=True))
        if value != other
    }


def _fill_seats(changes: dict[str, object], guess: list[object]) -> list[object]:
    return [changes.get(str(place), value) for place, value in enumerate(guess)]

"""Compressed frames: each frame as its event text and the fields that differ from a prediction.

Most of a frame follows from the frame before and the event text: the cards leave the hand, they stand, the next seat is
to act.  Only fields that the prediction gets wrong are written.  A worse prediction costs space, never correctness.
The prediction is part of the format: increase FRAME_VERSION when it changes.
"""

from collections.abc import Sequence

from referee.frame_prediction import Frame, predict_frame
from referee.reason_texts import format_reason

SEAT_KEYS = ("holdings", "melds")
"""Fields that are compared seat by seat."""
REMOVED_KEYS = "-"
"""The key that lists predicted fields which the frame lacks."""


def compress_frames(frames: Sequence[Frame]) -> list[Frame]:
    """Return the first frame, and for each other frame what the prediction gets wrong; narrations are left out.

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
    """Return the frames of a replay from their compressed form, with their narrations.

    Only frames that were compressed under the present FRAME_VERSION can be restored.

    >>> import referee
    >>> table = referee.Table("big-two", hand={"events": ["1: 3C", "2: 3D", "3: pass"]})
    >>> stored = table.adjudication.compressed_frames()
    >>> referee.decompress_frames(stored) == table.adjudication.frames()
    True
    """
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
    """Return the frames with ``narration`` filled in from its template and parameters."""
    for frame in frames:
        frame["narration"] = format_reason(
            frame["narration_template"], frame["narration_parameters"]
        )
    return frames


def _changed_seats(changes: list[object], guess: list[object]) -> object:
    """Return the values that were predicted wrong, by place."""
    return {
        str(place): value
        for place, (value, other) in enumerate(zip(changes, guess, strict=True))
        if value != other
    }


def _fill_seats(changes: dict[str, object], guess: list[object]) -> list[object]:
    return [changes.get(str(place), value) for place, value in enumerate(guess)]

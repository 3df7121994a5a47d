"""How long a worker works in a test."""

from collections.abc import Callable


def never() -> bool:
    """Return that the worker does not stop before everything is done."""
    return False


def after(pieces: int) -> Callable[[], bool]:
    """Return a function that tells a worker to stop after so many pieces."""
    left = pieces

    def stop() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return stop

"""When a process that goes on for days looks for garbage.

Python's collector walks through everything that is loaded, a tenth of a second of a service like this one, now in this
request and now in that piece of an import.
"""

import gc

OBJECTS = 20_000  # made between two rounds of the collector; a request or a hand leaves few behind


def leave_what_is_loaded() -> None:
    """What is loaded stays: the collector need not walk through it again and again while the process works."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS, 20, 50)

"""What is refused to those who write in the books, wherever they do it."""

import referee
from scorekeeper.amending import AmendmentError
from scorekeeper.choosing import NothingToApplyError
from scorekeeper.confirming import ConfirmationError
from scorekeeper.decisions import DisputeError
from scorekeeper.disputes import ClosedError, NotTheirsError, OwnHandError

REFUSALS = (
    referee.MalformedError, AmendmentError, DisputeError, ClosedError, NotTheirsError, OwnHandError,
    ConfirmationError, NothingToApplyError,
)  # fmt: skip
"""What services refuse, each with a sentence for people."""

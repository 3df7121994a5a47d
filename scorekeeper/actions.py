"""What is refused to those who write in the books, wherever they do it."""

import referee
from scorekeeper.adjudication.recorded_rulings import DisputeError
from scorekeeper.disputes.filing import ClosedError, NotTheirsError
from scorekeeper.disputes.ruling import OwnHandError
from scorekeeper.hands.amendments import AmendmentError
from scorekeeper.hands.confirmations import ConfirmationError
from scorekeeper.sessions.what_if import NothingToApplyError

REFUSALS = (
    referee.MalformedError, AmendmentError, DisputeError, ClosedError, NotTheirsError, OwnHandError,
    ConfirmationError, NothingToApplyError,
)  # fmt: skip
"""What services refuse, each with a sentence for people."""

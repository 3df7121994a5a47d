"""The work that one request may ask of the referee, and its weight in the rate limit of requests without an account.

Work is counted in the referee's steps, not in seconds, so that the same request always gets the same answer.
"""

from rest_framework.request import Request
from rest_framework.views import APIView

from scorekeeper.accounts.rate_limits import STEPS_PER_REQUEST, AnonymousRateThrottle
from scorekeeper.api.errors import TooLargeError
from scorekeeper.api.parsers import LIMIT

BUDGET = 30_000
"""The steps of one request without an account: a second or two of the processor."""

ACCOUNT_BUDGET = 10 * BUDGET
"""The steps of one request of an account."""

BYTES_PER_REQUEST = 100_000
"""So many bytes of the body count as one more request, since they are read and parsed before anything else is known."""


class OverBudgetError(TooLargeError):
    """The request would take more steps than its budget (413)."""

    default_code = "over-budget"

    def __init__(self, steps: int, *, has_account: bool) -> None:
        budget = ACCOUNT_BUDGET if has_account else BUDGET
        whose = "of an account" if has_account else "without an account"
        token = "" if has_account else "send the token of an account, "
        super().__init__(
            f"This takes {steps:,} steps of the referee, and a request {whose} has {budget:,}.  Divide the record, "
            f"{token}import the record into a club, or use the command `python -m referee adjudicate`."
        )
        self.more = {"budget": budget, "steps": steps}


def weigh_body(request: Request, view: APIView) -> None:
    """Count the bytes of a body without an account for its rate limit; called before it is parsed, so refused ones count."""
    size = int(request.META.get("CONTENT_LENGTH") or 0)
    _add(request, view, min(size, LIMIT) // BYTES_PER_REQUEST)  # more is not read


def spend(request: Request, view: APIView, steps: int) -> None:
    """Count the steps of a request, without an account for its rate limit, too.  Raises OverBudgetError for too many."""
    has_account = bool(request.user.is_authenticated)
    if steps > (ACCOUNT_BUDGET if has_account else BUDGET):
        raise OverBudgetError(steps, has_account=has_account)
    _add(request, view, steps // STEPS_PER_REQUEST)


def _add(request: Request, view: APIView, requests: int) -> None:
    if requests and not request.user.is_authenticated:
        AnonymousRateThrottle().add(request, view, requests)

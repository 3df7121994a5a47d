"""The work that one request without an account may ask of the referee, and its weight in the rate limit.

Work is counted in the referee's steps, not in seconds, so that the same request always gets the same answer.
"""

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from scorekeeper.api.errors import TooLargeError

BUDGET = 30_000
"""The steps of one request: a second or two of the processor."""

STEPS_PER_REQUEST = 1_000
"""So many steps count as one more request."""

BYTES_PER_REQUEST = 100_000
"""So many bytes of the body count as one more request, since they are parsed before their steps are known."""


class OverBudgetError(TooLargeError):
    """The request would take more steps than BUDGET (413)."""

    default_code = "over-budget"

    def __init__(self, steps: int) -> None:
        super().__init__(
            f"This takes {steps:,} steps of the referee, and a request without an account has {BUDGET:,}.  Divide the record, "
            "send the token of an account, import the record into a club, or use the command `python -m referee adjudicate`."
        )
        self.more = {"budget": BUDGET, "steps": steps}


def spend(request: Request, view: APIView, steps: int) -> None:
    """Count the steps of a request without an account for its rate limit.  Raises OverBudgetError for too many."""
    if request.user.is_authenticated:
        return
    size = int(request.META.get("CONTENT_LENGTH") or 0)
    refused = steps > BUDGET
    requests = size // BYTES_PER_REQUEST + (0 if refused else steps // STEPS_PER_REQUEST)
    _WeightedThrottle().add(request, view, requests)
    if refused:
        raise OverBudgetError(steps)


class _WeightedThrottle(AnonRateThrottle):
    """The rate limit of requests without an account, in which a request can count as several."""

    def add(self, request: Request, view: APIView, requests: int) -> None:
        """Count so many more requests, made now."""
        key = self.get_cache_key(request, view)
        if key is None or self.rate is None or not requests:
            return
        history = self.cache.get(key, [])
        self.cache.set(key, [self.timer()] * requests + history, self.duration)  # type: ignore[attr-defined]

"""The first steps of a new club, in the order in which a club does them, with the next one."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.models import Club, Session


class Step(NamedTuple):
    """A step, and whether it is done."""

    title: str
    text: str
    url: str
    is_done: bool
    is_optional: bool = False
    is_next: bool = False


def steps_of(person: Person, club: Club) -> list[Step]:
    """Return the steps of a club without a hand, or with one session and no season; empty for all others.

    An optional step is offered together with the step after it.
    """
    if not access.may(person, Action.OPEN, club):
        return []
    sessions = list(club.sessions.order_by("-created_at", "pk")[:2])
    if len(sessions) > 1 and club.hands.exists():
        return []
    steps = _steps(club, sessions)
    if not access.may(person, Action.KEEP_SEASONS, club):
        steps = [step for step in steps if not step.is_optional]
    undone = [step for step in steps if not step.is_done]
    following = next((step for step in undone if not step.is_optional), None)
    offered = undone[: undone.index(following) + 1] if following else undone
    return [step._replace(is_next=step in offered) for step in steps] if undone else []


def _steps(club: Club, sessions: list[Session]) -> list[Step]:
    log = reverse("log-session", args=[sessions[0].pk]) if sessions else ""
    return [
        Step(
            _("Add the players"),
            _("One name per line; nobody needs an account."),
            reverse("add-players", args=[club.pk]),
            club.players.exists(),
        ),
        Step(
            _("Add a season"),
            _(
                "It adds up the points of its sessions in one table. Add it first, and the sessions count in it at once; or later, or never."
            ),
            reverse("add-season", args=[club.pk]),
            club.seasons.exists(),
            is_optional=True,
        ),
        Step(
            _("Open the first session"),
            _("Choose the game, who sits where, and your house rules."),
            reverse("choose-variant", args=[club.pk]),
            bool(sessions),
        ),
        Step(
            _("Log the hands"),
            _(
                "Tap them into a phone while you play, or enter the cards left from the score sheet."
            ),
            log,
            bool(sessions) and club.hands.exists(),
        ),
    ]

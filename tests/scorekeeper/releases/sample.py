"""Create rows of every kind in an empty database, and work that waits: ``python -m tests.scorekeeper.releases.sample``."""

from uuid import uuid4

import django

django.setup()

from django.core.management import call_command

from scorekeeper.clubs import roster
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import live_log
from scorekeeper.hands.amendments import Amendment
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.journal import sealing
from scorekeeper.management import demo_club
from scorekeeper.models import Hand, Recount, Rerating, Season, Unsealed, User, Visibility
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from tests.pages import prepared_club

PLAN = {
    "scoring": "place-points",
    "place_points": [3, 2, 1],
    "per": "hand",
    "tie_breaks": ["head-to-head", "median", "lot"],
    "seed": "drawn on the first evening",
}


def main() -> None:
    """Create all rows; the workers have done everything but what the last amendment asks of them."""
    call_command("migrate", interactive=False, verbosity=0)
    names = prepared_club.create_rows()
    owner = User.objects.get(username=demo_club.USERNAME)
    season = Season.objects.get(pk=names["season"])
    plan_versions.decide(season, parse_plan(PLAN), by=owner, reason="Places count.")
    _show_all_but_one_session(season, by=owner)
    standings_recount.refresh(season)
    played = Hand.objects.get(pk=names["unfinished"])
    event = NewEvent(id=uuid4(), text="3: pass")
    live_log.append(played, [event], after=len(prepared_club.UNFINISHED), by=owner)
    sealing.seal_waiting(stop=lambda: False)
    sheet = Hand.objects.get(pk=names["sheet_only"])
    amendment = Amendment(keys={"cards_left": [4, 0, 9, 11]}, reason="The three was a four.")
    hand_amendments.amend(sheet, amendment, by=owner)
    assert Recount.objects.exists()
    assert Rerating.objects.exists()
    assert Unsealed.objects.exists()


def _show_all_but_one_session(season: Season, *, by: User) -> None:
    """Make a season public with one private session in it: strangers see other figures in its parts than members."""
    hidden, *shown = season.sessions.order_by("pk")
    assert shown
    session_recording.file_session(hidden, season=season, visibility=Visibility.PRIVATE, by=by)
    for session in shown:
        session_recording.file_session(session, season=season, visibility=Visibility.PUBLIC, by=by)
    season.refresh_from_db()
    roster.change(season, {"visibility": Visibility.PUBLIC}, by=by)


if __name__ == "__main__":
    main()

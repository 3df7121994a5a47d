"""The page to try other house rules on all sessions of a game in a season, and to apply them."""

from collections import Counter
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from referee import JsonObject
from scorekeeper import access, workers
from scorekeeper.models import Season
from scorekeeper.pages.display import changes_table, house_rules
from scorekeeper.pages.sessions import tried_rules
from scorekeeper.pages.sessions.what_if import HouseRulesView
from scorekeeper.sessions import season_what_if
from scorekeeper.sessions.actions import TryHouseRulesInSeason
from scorekeeper.sessions.document import names_in
from scorekeeper.sessions.usual_tables import house_rules_of

MOST_COMPARED = 200
"""Sessions whose house rules are compared; of more, the last ones."""


class SeasonWhatIf(HouseRulesView):
    """Members try other house rules on a season; referees may apply them."""

    action_class = TryHouseRulesInSeason
    template_name = "seasons/what_if.html"

    def find_row(self) -> Season:
        seasons = access.seasons_seen_by(self.request.user).select_related("club")
        season = get_object_or_404(seasons, pk=self.kwargs["season"])
        of_game = season.sessions.filter(variant=self.variant)
        # in the order of an index: PostgreSQL might look through the sessions of other seasons first
        if not of_game.order_by("visibility").values_list("visibility")[:1]:
            raise Http404
        return season

    @property
    def variant(self) -> str:
        return str(self.kwargs["variant"])

    def build_action(self, row: Season) -> TryHouseRulesInSeason:
        return TryHouseRulesInSeason(row, self.person, variant=self.variant)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Try or apply the rules; those on a long season are tried by workers first, on a page of their own."""
        if not season_what_if.is_long(self.row, self.variant):
            return super().post(request, **kwargs)
        form = self.build_form(request.POST)
        if not self.switches.is_valid():
            return self.render(form, status=422)
        row = season_what_if.try_rules(
            self.row, self.variant, self.switches.chosen(), by=self.person
        )
        workers.wake_up()
        return redirect("tried-rules", what_if=row.pk)

    def current_switches(self) -> QueryDict:
        """Return the house rules of the address or, without any, those by which most of the last sessions are judged now."""
        return self.request.GET or QueryDict(
            house_rules.as_query(self.variant, self.current_rules())
        )

    def current_rules(self) -> JsonObject:
        """Return the house rules by which most of the last sessions are judged now."""
        ((most_common, _number),) = Counter(self._last_queries[:MOST_COMPARED]).most_common(1)
        return self._last_rules[self._last_queries.index(most_common)]

    def context(self) -> dict[str, Any]:
        rules = self._last_queries
        numbers = {
            "number": len(rules),
            "most": MOST_COMPARED,
            "has_more": len(rules) > MOST_COMPARED,
            "sets_of_rules": len(set(rules[:MOST_COMPARED])),
            "is_long": season_what_if.is_long(self.row, self.variant),
        }
        return {**super().context(), **numbers, "season": self.row}

    @cached_property
    def _last_rules(self) -> list[JsonObject]:
        """Return the house rules of the last sessions: of one more than are compared, if there are so many."""
        sessions = self.row.sessions.filter(variant=self.variant).select_related("head")
        last = sessions.order_by("-created_at")[: MOST_COMPARED + 1]
        return [house_rules_of(session) for session in last]

    @cached_property
    def _last_queries(self) -> list[str]:
        """Return the house rules of the last sessions as query strings."""
        return [house_rules.as_query(self.variant, rules) for rules in self._last_rules]

    def describe(self, changes: dict[str, Any]) -> Any:
        names = names_in([row["session"] for row in changes["sessions"]])
        return {
            "players": tried_rules.gains(changes["players"]),
            "sessions": [
                (row["session"], changes_table.describe(names[row["session"].pk], row["effects"]))
                for row in changes["sessions"]
            ],
            "unchanged": changes["unchanged"],
        }

    def done(self, _result: Any) -> str:
        return _("These house rules now apply to all sessions of this game in the season.")

    def next_url(self, _result: Any) -> str:
        return reverse("season", args=[self.row.pk])

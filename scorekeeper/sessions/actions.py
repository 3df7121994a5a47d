"""What members do to a session that was played: correct it, try other house rules on it, and apply them."""

from dataclasses import dataclass
from typing import Any, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy, gettext_noop

from referee import JsonObject
from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.actions import RowAction
from scorekeeper.adjudication import effects, hidden_cards
from scorekeeper.models import Season, Session, User
from scorekeeper.sessions import corrections, recording, season_what_if, what_if
from scorekeeper.sessions.corrections import SessionCorrection


@dataclass(frozen=True, kw_only=True)
class HouseRulesChange:
    """Every house rule of a session that differs from its variant's defaults, and why."""

    house_rules: JsonObject
    reason: str


class TryHouseRules(RowAction[Session, HouseRulesChange, effects.Answer]):
    """A member tries other house rules on a session; a referee of the club may apply them."""

    permission = Action.TRY_RULES
    label = gettext_lazy("What if …")

    def lock_row(self) -> Session:
        return _locked(self.row)

    def version(self) -> str:
        return f"{self.row.head.digest} {self.row.result.input_digest}"

    def why_not_save(self) -> str:
        if access.may(self.person, Action.APPLY_RULES, self.row.club):
            return ""
        return gettext_noop("Only referees and owners of the club can apply other house rules.")

    def changes(self, change: HouseRulesChange) -> dict[str, Any]:
        with hidden_cards.hidden_in_errors([self.row], self.person):
            different = what_if.preview(self.row, change.house_rules)
        return hidden_cards.effects_for(self.row, different, self.person)

    def apply(self, change: HouseRulesChange) -> effects.Answer:
        return what_if.apply(self.row, change.house_rules, reason=change.reason, by=self.person)


class TryHouseRulesInSeason(RowAction[Season, HouseRulesChange, dict[str, Any]]):
    """A member tries other house rules on all sessions of a game in a season; a referee of the club may apply them."""

    permission = Action.TRY_RULES
    label = gettext_lazy("What if …")

    def __init__(self, row: Season, person: User, *, variant: str) -> None:
        super().__init__(row, person)
        self.variant = variant

    def version(self) -> str:
        """Return the digest of the season's standings, or the version of the club while these are being counted."""
        if version := season_what_if.version(self.row):
            return version
        (row,) = audit.versioned(Season.objects.filter(pk=self.row.pk))
        return str(cast(audit.Versioned, row).audit_version)

    def why_not_save(self) -> str:
        if access.may(self.person, Action.APPLY_RULES, self.row.club):
            return ""
        return gettext_noop("Only referees and owners of the club can apply other house rules.")

    def changes(self, change: HouseRulesChange) -> dict[str, Any]:
        with hidden_cards.hidden_in_errors(self._sessions, self.person):
            changes = what_if.preview_in_season(self.row, self.variant, change.house_rules)
        return self._visible(changes)

    def apply(self, change: HouseRulesChange) -> dict[str, Any]:
        rules, reason = change.house_rules, change.reason
        with hidden_cards.hidden_in_errors(self._sessions, self.person):
            return what_if.apply_in_season(
                self.row, self.variant, rules, reason=reason, by=self.person
            )

    @property
    def _sessions(self) -> QuerySet[Session]:
        return what_if.of_variant(self.row, self.variant)

    def _visible(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Return the changes without verdicts that depend on hidden cards, each with its session."""
        changed = [row["session"] for row in changes["sessions"]]
        with_heads = self.row.sessions.filter(pk__in=changed).select_related("head")
        sessions = {str(session.pk): session for session in with_heads}
        rows = [(sessions[row["session"]], row["effects"]) for row in changes["sessions"]]
        visible = (
            {"session": session, "effects": hidden_cards.effects_for(session, effects, self.person)}
            for session, effects in rows
        )
        return {**changes, "sessions": [*visible]}


class CorrectSession(RowAction[Session, SessionCorrection, Session]):
    """A scorer corrects when and where a session was played, its labels, its season, and who sat where."""

    permission = Action.OPEN
    label = gettext_lazy("Correct this session")

    def lock_row(self) -> Session:
        return _locked(self.row)

    def version(self) -> str:
        has_hands = self.row.result.hands > 0  # then the number of players is fixed
        return f"{self.row.head.digest} {self.row.season_id} {has_hands}"

    def changes(self, correction: SessionCorrection) -> dict[str, Any]:
        return {"difference": corrections.compare(self.row, correction)}

    def apply(self, correction: SessionCorrection) -> Session:
        return corrections.correct(self.row, correction, by=self.person)


def _locked(session: Session) -> Session:
    recording.lock(session)
    return Session.objects.select_related("club", "season", "head", "result").get(pk=session.pk)

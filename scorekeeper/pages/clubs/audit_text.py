"""Sentences for audit entries."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from scorekeeper.models import AuditEntry, Role

SERVICE = gettext_lazy("The service")

SENTENCES = {
    "account changed": gettext_lazy("%(who)s changed their account."),
    "account made": gettext_lazy("%(who)s created an account."),
    "award made": gettext_lazy("%(who)s made a search an award."),
    "award taken away": gettext_lazy("%(who)s took an award away."),
    "club came back": gettext_lazy("The club came back from another installation."),
    "club changed": gettext_lazy("%(who)s changed the club’s name or settings."),
    "club exported": gettext_lazy("%(who)s exported the whole club."),
    "club founded": gettext_lazy("%(who)s started the club."),
    "club imported": gettext_lazy("%(who)s imported the club from an archive."),
    "club moved": gettext_lazy("The club moved to another installation."),
    "club added in the admin": gettext_lazy("%(who)s created the club in the administration."),
    "club changed in the admin": gettext_lazy("%(who)s changed the club in the administration."),
    "comment made": gettext_lazy("%(who)s commented on a hand."),
    "comment removed": gettext_lazy("%(who)s removed a comment on a hand."),
    "variation kept": gettext_lazy("%(who)s kept a variation of a hand."),
    "variation withdrawn": gettext_lazy("%(who)s withdrew a variation of a hand."),
    "dispute raised": gettext_lazy("%(who)s raised a dispute."),
    "dispute ruled on": gettext_lazy("%(who)s ruled on a dispute."),
    "dispute withdrawn": gettext_lazy("%(who)s withdrew a dispute."),
    "events appended": gettext_lazy("%(who)s logged moves of a hand."),
    "hand amended": gettext_lazy("%(who)s corrected a hand."),
    "hand confirmed": gettext_lazy("%(who)s confirmed a hand."),
    "hand imported": gettext_lazy("A hand was imported with an archive."),
    "hand recorded": gettext_lazy("%(who)s recorded a hand."),
    "hand transcribed": gettext_lazy("%(who)s added a second log of a hand."),
    "house rules applied": gettext_lazy("%(who)s applied other house rules to a session."),
    "import begun": gettext_lazy("%(who)s uploaded a file of records to import."),
    "import cancelled": gettext_lazy("%(who)s stopped an import."),
    "invitation accepted": gettext_lazy("%(who)s accepted an invitation to the club."),
    "invitation made": gettext_lazy("%(who)s invited somebody into the club."),
    "invitation revoked": gettext_lazy("%(who)s revoked an invitation to the club."),
    "link made": gettext_lazy("%(who)s created a link for logging."),
    "link revoked": gettext_lazy("%(who)s revoked a link for logging."),
    "member left": gettext_lazy("%(who)s left the club."),
    "merge reversed": gettext_lazy("%(who)s undid the merge of two players."),
    "message sent again": gettext_lazy("%(who)s sent a webhook message again."),
    "password changed": gettext_lazy("%(who)s changed their password."),
    "player added": gettext_lazy("%(who)s added a player."),
    "player changed": gettext_lazy("%(who)s changed a player."),
    "player deleted": gettext_lazy("%(who)s deleted a player who never played."),
    "player erased": gettext_lazy("%(who)s erased a player’s name permanently."),
    "player picture removed": gettext_lazy("%(who)s removed the picture of a player."),
    "player picture set": gettext_lazy("%(who)s chose a picture of a player."),
    "players merged": gettext_lazy("%(who)s merged two players into one."),
    "rebuild asked for": gettext_lazy("%(who)s started rebuilding replays."),
    "rebuild cancelled": gettext_lazy("%(who)s stopped rebuilding replays."),
    "role given": gettext_lazy("%(who)s gave %(whom)s the role: %(role)s."),
    "scoring plan decided": gettext_lazy("%(who)s changed the scoring plan of a season."),
    "season added": gettext_lazy("%(who)s added a season."),
    "season changed": gettext_lazy("%(who)s changed a season."),
    "season deleted": gettext_lazy("%(who)s deleted a season without sessions."),
    "session amended": gettext_lazy("%(who)s changed the description of a session."),
    "session annulled": gettext_lazy("%(who)s annulled a session that was entered by mistake."),
    "session filed": gettext_lazy("%(who)s changed the season or the visibility of a session."),
    "session imported": gettext_lazy("A session was imported with an archive."),
    "session opened": gettext_lazy("%(who)s opened a session."),
    "session reinstated": gettext_lazy("%(who)s let an annulled session count again."),
    "recovery code used": gettext_lazy("%(who)s signed in with a recovery code."),
    "recovery codes renewed": gettext_lazy("%(who)s made new recovery codes."),
    "second step removed": gettext_lazy("%(who)s switched off the second step of signing in."),
    "second step set up": gettext_lazy("%(who)s set up a second step of signing in."),
    "signed out everywhere": gettext_lazy("%(who)s signed out everywhere."),
    "statement made": gettext_lazy("%(who)s added a statement to a dispute."),
    "token made": gettext_lazy("%(who)s created a token for programs."),
    "token revoked": gettext_lazy("%(who)s revoked a token for programs."),
    "webhook changed": gettext_lazy("%(who)s changed a webhook."),
    "webhook made": gettext_lazy("%(who)s added a webhook."),
    "webhook paused": gettext_lazy("%(who)s switched off a webhook that no longer answers."),
    "webhook revoked": gettext_lazy("%(who)s removed a webhook."),
    "webhook secret renewed": gettext_lazy("%(who)s renewed the secret of a webhook."),
    "webhook tried out": gettext_lazy("%(who)s sent a test message to a webhook."),
    "words erased": gettext_lazy("%(who)s erased the texts about a session."),
}
"""By action, for all actions that services note."""

MEMBER_REMOVED = gettext_lazy("%(who)s removed %(whom)s from the club.")
DRY_RUN = gettext_lazy("%(who)s previewed the import of a file of records.")


def sentence(entry: AuditEntry, names: Mapping[str, str]) -> str:
    """Return the entry as a sentence in the reader's language; ``names`` are user names by account id."""
    who = entry.by.get_username() if entry.by else str(SERVICE)
    params: dict[str, Any] = {
        "who": who,
        "whom": names.get(entry.subject, gettext("somebody")),
        "role": _role_label(entry.details.get("role")),
    }
    template = _template(entry)
    if template is None:
        return gettext("%(who)s: %(act)s") % {"who": who, "act": entry.act}
    return str(template) % params


def _template(entry: AuditEntry) -> Any:
    if entry.act == "member left" and entry.subject != str(entry.by_id):
        return MEMBER_REMOVED
    if entry.act == "import begun" and entry.details.get("dry_run"):
        return DRY_RUN
    return SENTENCES.get(entry.act)


def _role_label(value: Any) -> str:
    return str(Role(value).label) if value in Role.values else ""

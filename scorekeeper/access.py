"""Who may do what.

One table, for the API and the pages alike: the roles of a club, and links, each good for one session.  What somebody
may not see does not exist for them (404); a refusal (403) is for what they may see but not do.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from scorekeeper.asking import Question
from scorekeeper.models import (
    Club,
    Dispute,
    Hand,
    Link,
    Member,
    Player,
    Role,
    Ruling,
    Season,
    Session,
    User,
    Visibility,
)

Person: TypeAlias = User | AnonymousUser
"""Whoever asks, signed in or not."""

ASKED = "roles_asked"
"""What somebody is in its club, kept with a session while a request about it is answered."""


class Holder(AnonymousUser):
    """Somebody without an account who holds a link: a stranger everywhere but in the link's session."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link


class Guest(StrEnum):
    """What somebody is who has no account."""

    LINK = "link"  # to this very session


class Action(StrEnum):
    """What people do with a club's books."""

    SEE = "see what the club keeps private"
    FOLLOW = "see a session and its hands"
    OPEN = "open sessions and change them"
    RECORD = "record hands"
    AMEND = "correct hands"
    TRANSCRIBE = "log a hand that somebody else recorded, and make one record of both"
    CONFIRM = "confirm hands"
    DISPUTE = "dispute a play"
    COMMENT = "comment on hands"
    MODERATE = "hide what somebody else wrote"
    RULE = "rule on disputes"
    TRY_RULES = "try other house rules on what was played"
    APPLY_RULES = "apply other house rules to what was played"
    LINK = "hand out links for logging a session"
    KEEP_PLAYERS = "add players and change them"
    MERGE = "say that two players are one"
    ERASE = "remove somebody's name and words for good"
    KEEP_SEASONS = "add seasons and change them"
    IMPORT = "take in records in bulk"
    EXPORT = "take out the whole club"
    AUDIT = "read who did what"
    REBUILD = "have replays built again"
    PUBLISH = "make the club, a season or a session public or private"
    NOTIFY = "have other programs told what happens in the club"
    MANAGE = "rename the club and say who belongs to it"


_ALL = frozenset({Role.OWNER, Role.REFEREE, Role.SCORER, Role.MEMBER})
_SCORERS = frozenset({Role.OWNER, Role.REFEREE, Role.SCORER})
_REFEREES = frozenset({Role.OWNER, Role.REFEREE})
_OWNERS = frozenset({Role.OWNER})
_LINK = frozenset({Guest.LINK})

MAY: Mapping[Action, frozenset[Role | Guest]] = {
    # public things are seen by anybody, with or without an account; the rest is the members'
    Action.SEE:          _ALL,
    Action.FOLLOW:       _ALL | _LINK,
    Action.CONFIRM:      _ALL,
    Action.DISPUTE:      _ALL,
    Action.COMMENT:      _ALL,
    Action.TRY_RULES:    _ALL,
    Action.RECORD:       _SCORERS | _LINK,
    Action.AMEND:        _SCORERS,  # and a link, what was recorded through it
    Action.OPEN:         _SCORERS,
    Action.TRANSCRIBE:   _SCORERS,
    Action.LINK:         _SCORERS,
    Action.KEEP_PLAYERS: _SCORERS,
    Action.IMPORT:       _SCORERS,
    Action.RULE:         _REFEREES,
    Action.MODERATE:     _REFEREES,  # and what one wrote oneself
    Action.APPLY_RULES:  _REFEREES,
    Action.KEEP_SEASONS: _REFEREES,
    Action.MERGE:        _REFEREES,
    Action.AUDIT:        _REFEREES,
    Action.REBUILD:      _REFEREES,
    Action.ERASE:        _OWNERS,
    Action.EXPORT:       _OWNERS,
    Action.PUBLISH:      _OWNERS,
    Action.NOTIFY:       _OWNERS,
    Action.MANAGE:       _OWNERS,
}  # fmt: skip


def role_in(club: Club, person: Person) -> Role | None:
    """What somebody is in a club; nothing for a stranger."""
    return _role(club.pk, person)


def _role(club: UUID, person: Person) -> Role | None:
    if not person.is_authenticated:
        return None
    found = _ROLE.about(club, person.pk)
    return Role(found[0][0]) if found else None


_ROLE = Question(lambda club, user: Member.objects.filter(club=club, user=user).values_list("role"))


def may(person: Person, action: Action, club: Club) -> bool:
    """May they do this in that club?  A link is good for its session only: ``may_in``."""
    return role_in(club, person) in MAY[action]


def may_in(person: Person, action: Action, session: Session) -> bool:
    """May they do this in that session, as a member or through a link to it?"""
    if isinstance(person, Holder):
        return person.link.session_id == session.pk and Guest.LINK in MAY[action]
    asked: Mapping[UUID | None, Role | None] = vars(session).get(ASKED, {})
    role = asked[person.pk] if person.pk in asked else _role(session.club_id, person)
    return role in MAY[action]


def clubs_where(person: Person, action: Action) -> QuerySet[Club]:
    """The clubs in which somebody may do this."""
    if not person.is_authenticated:
        return Club.objects.none()
    return Club.objects.filter(
        pk__in=Member.objects.filter(user=person, role__in=MAY[action]).values("club")
    )


def _public() -> Q:
    """What anybody may see: public itself, in a club that is public."""
    return Q(visibility=Visibility.PUBLIC, club__visibility=Visibility.PUBLIC)


def clubs_seen_by(person: Person) -> QuerySet[Club]:
    """One's own clubs and the public ones."""
    own = clubs_where(person, Action.SEE)
    return Club.objects.filter(Q(pk__in=own.values("pk")) | Q(visibility=Visibility.PUBLIC))


def members_seen_by(person: Person) -> QuerySet[Member]:
    """Who belongs to a club is the club's own affair."""
    return Member.objects.filter(club__in=clubs_where(person, Action.SEE))


def players_seen_by(person: Person) -> QuerySet[Player]:
    """The players of one's clubs, and those who sit in public sessions."""
    seated = Session.objects.filter(_public()).values("seats__player")
    return Player.objects.filter(Q(club__in=clubs_where(person, Action.SEE)) | Q(pk__in=seated))


def seasons_seen_by(person: Person) -> QuerySet[Season]:
    """The seasons of one's clubs, and the public ones."""
    return Season.objects.filter(Q(club__in=clubs_where(person, Action.SEE)) | _public())


def sessions_seen_by(person: Person) -> QuerySet[Session]:
    """The sessions of one's clubs, and the public ones."""
    return Session.objects.filter(Q(club__in=clubs_where(person, Action.SEE)) | _public())


def hands_seen_by(person: Person) -> QuerySet[Hand]:
    """The hands of the sessions one may see."""
    return Hand.objects.filter(
        Q(club__in=clubs_where(person, Action.SEE))
        | (Q(session__visibility=Visibility.PUBLIC) & Q(club__visibility=Visibility.PUBLIC))
    )


def sessions_followed_by(person: Person) -> QuerySet[Session]:
    """The sessions one may see, by a link too."""
    seen = sessions_seen_by(person)
    if not isinstance(person, Holder):
        return seen
    return Session.objects.filter(Q(pk__in=seen.values("pk")) | Q(pk=person.link.session_id))


def hands_followed_by(person: Person) -> QuerySet[Hand]:
    """The hands one may see, by a link too."""
    seen = hands_seen_by(person)
    if not isinstance(person, Holder):
        return seen
    return Hand.objects.filter(Q(pk__in=seen.values("pk")) | Q(session=person.link.session_id))


def disputes_seen_by(person: Person) -> QuerySet[Dispute]:
    """Disputes are the club's own affair, also about hands that are public."""
    return Dispute.objects.filter(club__in=clubs_where(person, Action.SEE))


def rulings_seen_by(person: Person) -> QuerySet[Ruling]:
    """So are the rulings on them; what a ruling wrote into a record is seen with the record."""
    return Ruling.objects.filter(club__in=clubs_where(person, Action.SEE))

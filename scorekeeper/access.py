"""Who may do what, for the API and the pages alike.

``MAY`` maps each action to roles of a club, or to a link, which is good for one session.  ``may`` and ``may_in`` ask it;
the ``…_seen_by`` and ``…_followed_by`` querysets hold the rows that somebody may see.  A row outside them does not exist for
this person (404); a refusal (403) is for what somebody may see but not do.

An account that acts through a token may do what its role and the token allow: ``SCOPE_FOR`` maps each action to the scope
that the token needs, and a token for one club gives no role in others.  What is public stays visible through every token.

A club may give the rights of referees and owners only to accounts that sign in with a second step (``ROLE_WITHOUT_STEP``),
whether they act in a browser or through a token.

Roles are read once for each request, with the token or at the first question (``User.roles``), and never kept for the next.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django_otp.plugins.otp_totp.models import TOTPDevice

from scorekeeper.models import (
    Club,
    Dispute,
    Hand,
    HeldRole,
    Link,
    Member,
    Player,
    Role,
    Ruling,
    Season,
    Seat,
    SecondStepFor,
    Session,
    Token,
    TokenScope,
    User,
    Visibility,
)

Person: TypeAlias = User | AnonymousUser
"""The user of a request, signed in or not."""


class Holder(AnonymousUser):
    """A person without an account who has a link: anonymous everywhere but in the link's session."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link


class Guest(StrEnum):
    """The role of somebody without an account."""

    LINK = "link"  # to the session in question


class Action(StrEnum):
    """What people do with a club's records.  The values complete the sentence "Your role does not let you …"."""

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


class AccountAction(StrEnum):
    """What people do outside of clubs.  The values complete the sentence "This token does not let you …"."""

    FOUND_CLUB = "create a club"
    KEEP_TOKENS = "see and revoke the other tokens of your account"


_ALL = frozenset({Role.OWNER, Role.REFEREE, Role.SCORER, Role.MEMBER})
_SCORERS = frozenset({Role.OWNER, Role.REFEREE, Role.SCORER})
_REFEREES = frozenset({Role.OWNER, Role.REFEREE})
_OWNERS = frozenset({Role.OWNER})
_LINK = frozenset({Guest.LINK})

MAY: Mapping[Action, frozenset[Role | Guest]] = {
    # public things are seen by anybody, with or without an account; the rest is the members'
    Action.SEE: _ALL,
    Action.FOLLOW: _ALL | _LINK,
    Action.CONFIRM: _ALL,
    Action.DISPUTE: _ALL,
    Action.COMMENT: _ALL,
    Action.TRY_RULES: _ALL,
    Action.RECORD: _SCORERS | _LINK,
    Action.AMEND: _SCORERS,  # and a link: may_amend
    Action.OPEN: _SCORERS,
    Action.TRANSCRIBE: _SCORERS,
    Action.LINK: _SCORERS,
    Action.KEEP_PLAYERS: _SCORERS,
    Action.IMPORT: _SCORERS,
    Action.RULE: _REFEREES,
    Action.MODERATE: _REFEREES,  # and what one wrote oneself
    Action.APPLY_RULES: _REFEREES,
    Action.KEEP_SEASONS: _REFEREES,
    Action.MERGE: _REFEREES,
    Action.AUDIT: _REFEREES,
    Action.REBUILD: _REFEREES,
    Action.ERASE: _OWNERS,
    Action.EXPORT: _OWNERS,
    Action.PUBLISH: _OWNERS,
    Action.NOTIFY: _OWNERS,
    Action.MANAGE: _OWNERS,
}

ROLE_WITHOUT_STEP: Mapping[str, Mapping[Role, Role]] = {
    SecondStepFor.NOBODY: {},
    SecondStepFor.OWNERS: {Role.OWNER: Role.REFEREE},
    SecondStepFor.REFEREES: {Role.OWNER: Role.SCORER, Role.REFEREE: Role.SCORER},
}
"""The role that counts for an account without a second step, in a club that asks for one."""

SCOPE_FOR: Mapping[Action | AccountAction, TokenScope] = {
    # reading, and asking without changing anything
    Action.SEE: TokenScope.READ,
    Action.FOLLOW: TokenScope.READ,
    Action.TRY_RULES: TokenScope.READ,
    # what happens at a table
    Action.OPEN: TokenScope.LOG,
    Action.RECORD: TokenScope.LOG,
    Action.AMEND: TokenScope.LOG,
    Action.TRANSCRIBE: TokenScope.LOG,
    Action.CONFIRM: TokenScope.LOG,
    Action.DISPUTE: TokenScope.LOG,
    Action.COMMENT: TokenScope.LOG,
    Action.LINK: TokenScope.LOG,
    Action.KEEP_PLAYERS: TokenScope.LOG,
    Action.IMPORT: TokenScope.LOG,
    # what a referee decides
    Action.RULE: TokenScope.REFEREE,
    Action.MODERATE: TokenScope.REFEREE,
    Action.APPLY_RULES: TokenScope.REFEREE,
    Action.KEEP_SEASONS: TokenScope.REFEREE,
    Action.MERGE: TokenScope.REFEREE,
    Action.AUDIT: TokenScope.REFEREE,
    Action.REBUILD: TokenScope.REFEREE,
    # the club itself
    Action.ERASE: TokenScope.ADMINISTER,
    Action.EXPORT: TokenScope.ADMINISTER,
    Action.PUBLISH: TokenScope.ADMINISTER,
    Action.NOTIFY: TokenScope.ADMINISTER,
    Action.MANAGE: TokenScope.ADMINISTER,
    # outside of clubs, only through a token for all of them
    AccountAction.FOUND_CLUB: TokenScope.ADMINISTER,
    AccountAction.KEEP_TOKENS: TokenScope.ADMINISTER,
}


def token_of(person: Person) -> Token | None:
    """Return the token through which somebody acts; None in a browser, with a link and without an account."""
    return person.token if isinstance(person, User) else None


def missing_scope(person: Person, action: Action | AccountAction) -> TokenScope | None:
    """Return the scope that the person's token lacks for this; None if it has it, or if the person uses no token."""
    needed, token = SCOPE_FOR[action], token_of(person)
    return None if token is None or needed in token.scopes else needed


def is_for_club(person: Person, club: UUID | None) -> bool:
    """Return whether the person's token, if any, is good in a club, given by its id; with None, whether in all clubs."""
    token = token_of(person)
    return token is None or token.only_club_id in {None, club}


def may_outside(person: Person, action: AccountAction) -> bool:
    """Return whether somebody may do this: everybody with an account, with an unlimited token or none."""
    is_permitted = missing_scope(person, action) is None and is_for_club(person, None)
    return person.is_authenticated and is_permitted


def identity(person: Person) -> str | None:
    """Return a text that is equal for requests that may do and see the same; None for somebody anonymous."""
    if isinstance(person, Holder):
        return f"link:{person.link.pk}"
    if not person.is_authenticated:
        return None
    token = token_of(person)
    return f"token:{token.pk}" if token is not None and token.is_limited else f"account:{person.pk}"


def role_in(club: Club | UUID, person: Person) -> Role | None:
    """Return somebody's role in a club, given as a row or an id.

    None if they are not a member, or act through a token for another club.
    """
    given = _held_roles(person).get(club.pk if isinstance(club, Club) else club)
    return None if given is None else _role_that_counts(given)


def has_second_step(person: User) -> bool:
    """Return whether the account signs in with a second step."""
    return bool(TOTPDevice.objects.filter(user=person, confirmed=True).exists())


def lacks_second_step(person: Person, action: Action, club: Club | UUID) -> bool:
    """Return whether somebody may not do this because their role asks for a second step, which they have not set up."""
    given = _held_roles(person).get(club.pk if isinstance(club, Club) else club)
    if given is None:
        return False
    return Role(given.role) in MAY[action] and _role_that_counts(given) not in MAY[action]


def _held_roles(person: Person) -> Mapping[UUID, HeldRole]:
    """Return the roles that somebody was given, by club: those that the request has read, or else those of now."""
    if not person.is_authenticated:
        return {}
    read = person.read_roles() if person.roles is None else person.roles
    return {club: given for club, given in read.items() if is_for_club(person, club)}


def _role_that_counts(given: HeldRole) -> Role:
    """Return the role that was given, or a smaller one where the club asks for a second step that is missing."""
    role = Role(given.role)
    if given.has_second_step:
        return role
    return ROLE_WITHOUT_STEP.get(given.second_step_for, {}).get(role, role)


def may(person: Person, action: Action, club: Club) -> bool:
    """Return whether somebody may do this in a club.  A link is good for its session only: see ``may_in``."""
    return missing_scope(person, action) is None and role_in(club, person) in MAY[action]


def may_in(person: Person, action: Action, session: Session) -> bool:
    """Return whether somebody may do this in a session, as a member of its club or through a link to it."""
    if isinstance(person, Holder):
        return person.link.session_id == session.pk and Guest.LINK in MAY[action]
    return missing_scope(person, action) is None and role_in(session.club_id, person) in MAY[action]


def may_amend(person: Person, hand: Hand) -> bool:
    """Return whether somebody may correct a hand: a link is good for what was recorded through it."""
    is_own = isinstance(person, Holder) and hand.recorded_through_id == person.link.pk
    return may_in(person, Action.RECORD if is_own else Action.AMEND, hand.session)


def may_choose_picture(person: Person, player: Player) -> bool:
    """Return whether somebody may choose the picture of a player: their own, as a member, or that of any player they may change."""
    needed = Action.KEEP_PLAYERS
    if player.user_id is None or player.user_id != getattr(person, "pk", None):
        return may(person, needed, player.club)
    return missing_scope(person, needed) is None and role_in(player.club_id, person) is not None


def clubs_where(person: Person, action: Action) -> QuerySet[Club]:
    """Return the clubs in which somebody may do this."""
    return Club.objects.filter(pk__in=_clubs(person, action))


def sessions_where(person: Person, action: Action) -> QuerySet[Session]:
    """Return the sessions in which somebody may do this, as a member of their clubs or through a link to one of them."""
    if isinstance(person, Holder):
        sessions = Session.objects.filter(pk=person.link.session_id)
        return sessions if Guest.LINK in MAY[action] else sessions.none()
    return Session.objects.filter(club__in=_clubs(person, action))


def _clubs(person: Person, action: Action) -> list[UUID]:
    """Return the ids of the clubs in which somebody may do this."""
    if missing_scope(person, action) is not None:
        return []
    given = _held_roles(person).items()
    return [club for club, role in given if _role_that_counts(role) in MAY[action]]


def _in_own_club(person: Person) -> Q:
    """Return the condition that a row is of a club to which somebody belongs."""
    return Q(club__in=_clubs(person, Action.SEE))


def _public() -> Q:
    """Return the condition that anybody may see a row: it is public, and so is its club."""
    return Q(visibility=Visibility.PUBLIC, club__visibility=Visibility.PUBLIC)


def clubs_seen_by(person: Person) -> QuerySet[Club]:
    """Return the clubs to which somebody belongs, and the public ones."""
    return Club.objects.filter(
        Q(pk__in=_clubs(person, Action.SEE)) | Q(visibility=Visibility.PUBLIC)
    )


def members_seen_by(person: Person) -> QuerySet[Member]:
    """Return the memberships in somebody's own clubs: no others are shown, not even those of public clubs."""
    return Member.objects.filter(_in_own_club(person))


def players_seen_by(person: Person) -> QuerySet[Player]:
    """Return the players of somebody's clubs, and those who sit in public sessions."""
    # correlated: asked for each player alone, and not where the player's club is the person's own
    seated = Seat.objects.filter(
        player=OuterRef("pk"),
        session__visibility=Visibility.PUBLIC,
        session__club__visibility=Visibility.PUBLIC,
    )
    return Player.objects.filter(_in_own_club(person) | Exists(seated))


def seasons_seen_by(person: Person) -> QuerySet[Season]:
    """Return the seasons of somebody's clubs, and the public ones."""
    return Season.objects.filter(_in_own_club(person) | _public())


def sessions_seen_by(person: Person) -> QuerySet[Session]:
    """Return the sessions of somebody's clubs, and the public ones."""
    return Session.objects.filter(_in_own_club(person) | _public())


def sessions_of_club_seen_by(
    person: Person, club: Club, *, season: Season | None = None
) -> QuerySet[Session]:
    """Return the sessions of one club, or of a season of it, that somebody may see.

    Equals ``sessions_seen_by`` there, but asks for the role first: the database can then use an index on the rest.
    """
    # with both, PostgreSQL goes through the newest sessions of the club for those of an old season
    sessions = (
        Session.objects.filter(club=club)
        if season is None
        else Session.objects.filter(season=season)
    )
    if may(person, Action.SEE, club):
        return sessions
    if club.visibility != Visibility.PUBLIC:
        return sessions.none()
    return sessions.filter(visibility=Visibility.PUBLIC)


def hides_sessions(person: Person, club: Club, **columns: object) -> bool:
    """Return whether the club has sessions with these values of columns that somebody may not see."""
    if may(person, Action.SEE, club):
        return False
    sessions = Session.objects.filter(club=club, **columns).order_by()
    if club.visibility == Visibility.PUBLIC:
        sessions = sessions.filter(visibility=Visibility.PRIVATE)
    return sessions.exists()


def hands_seen_by(person: Person) -> QuerySet[Hand]:
    """Return the hands of the sessions that somebody may see."""
    return Hand.objects.filter(
        _in_own_club(person)
        | (Q(session__visibility=Visibility.PUBLIC) & Q(club__visibility=Visibility.PUBLIC))
    )


def sessions_followed_by(person: Person) -> QuerySet[Session]:
    """Return the sessions that somebody may see, the one of their link included."""
    visible = sessions_seen_by(person)
    if not isinstance(person, Holder):
        return visible
    return Session.objects.filter(Q(pk__in=visible.values("pk")) | Q(pk=person.link.session_id))


def session_followed_by(person: Person, pk: UUID) -> Session | None:
    """Return the session, or None where it does not exist for this person."""
    return sessions_followed_by(person).filter(pk=pk).first()


def hands_followed_by(person: Person) -> QuerySet[Hand]:
    """Return the hands that somebody may see, those of their link's session included."""
    visible = hands_seen_by(person)
    if not isinstance(person, Holder):
        return visible
    return Hand.objects.filter(Q(pk__in=visible.values("pk")) | Q(session=person.link.session_id))


def disputes_seen_by(person: Person) -> QuerySet[Dispute]:
    """Return the disputes in somebody's own clubs: no others are shown, not even about public hands."""
    return Dispute.objects.filter(_in_own_club(person))


def rulings_seen_by(person: Person) -> QuerySet[Ruling]:
    """Return the rulings in somebody's own clubs.  What a ruling wrote into a record is seen with the record."""
    return Ruling.objects.filter(_in_own_club(person))

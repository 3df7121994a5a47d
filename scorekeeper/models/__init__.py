"""Database tables: one module per subject; every model is imported from here.

Facts (revisions, rulings, memberships …) are only ever added.  Derived rows (adjudications, scores, standings, ratings,
replays) can be deleted and rebuilt.
"""

from scorekeeper.models.adjudications import Adjudication, Result, Score, Verdict
from scorekeeper.models.answers import GivenAnswer
from scorekeeper.models.audit import AuditEntry
from scorekeeper.models.awards import Award
from scorekeeper.models.clubs import (
    Club,
    Departure,
    Member,
    MembershipChange,
    Role,
    SecondStepFor,
    Visibility,
)
from scorekeeper.models.comments import Comment, CommentRemoval
from scorekeeper.models.disputes import Decision, Dispute, DisputeStatement, Ruling, Withdrawal
from scorekeeper.models.export_files import (
    MOVING_PICTURE,
    ExportFile,
    ExportFormat,
    ExportKind,
    LeftOut,
    MovingFormat,
    Separator,
)
from scorekeeper.models.hand_index import HandFact, IndexedHand
from scorekeeper.models.hands import Hand, HandRevision
from scorekeeper.models.imports import (
    ColumnMapping,
    Import,
    ImportLine,
    ImportState,
    UploadedFile,
)
from scorekeeper.models.invitations import (
    Invitation,
    InvitationAcceptance,
    InvitationRevocation,
)
from scorekeeper.models.journal import Journal, JournalEntry, Unsealed
from scorekeeper.models.links import Link, LinkRevocation
from scorekeeper.models.logs import Confirmation, LoggedEvent, Transcript
from scorekeeper.models.people import (
    Erasure,
    ErasureProgress,
    ErasureStep,
    MergeProgress,
    MergeReversal,
    PlayerMerge,
)
from scorekeeper.models.players import Player, PlayerPicture
from scorekeeper.models.puzzles import Difficulty, Puzzle, PuzzleSearch, PuzzleTheme
from scorekeeper.models.ratings import RatedSession, Rating, RatingList, RatingStep, Rerating
from scorekeeper.models.rebuilds import Rebuild, RebuildFailure
from scorekeeper.models.replays import Replay, SolvedEnding
from scorekeeper.models.revisions import Cause, Kind
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Seat, Session, SessionLabel, SessionRevision
from scorekeeper.models.standings import (
    CountedScope,
    Recount,
    ScopeStanding,
    ScoringPlan,
    SeasonCount,
    SeasonReport,
    Standing,
    Tally,
)
from scorekeeper.models.statistics import (
    FiguresChange,
    FiguresCount,
    MonthFigures,
    SessionFigures,
)
from scorekeeper.models.task_runs import TaskRun
from scorekeeper.models.tokens import ALL_SCOPES, Token, TokenScope
from scorekeeper.models.users import HeldRole, Theme, User
from scorekeeper.models.variations import HandVariation, VariationRemoval
from scorekeeper.models.webhooks import PING, Delivery, DeliveryState, Pause, Webhook, WebhookEvent
from scorekeeper.models.what_ifs import WhatIf, WhatIfSession, WhatIfStep
from scorekeeper.models.work_failures import WorkFailure

__all__ = [
    "ALL_SCOPES",
    "MOVING_PICTURE",
    "PING",
    "Adjudication",
    "AuditEntry",
    "Award",
    "Cause",
    "Club",
    "ColumnMapping",
    "Comment",
    "CommentRemoval",
    "Confirmation",
    "CountedScope",
    "Decision",
    "Delivery",
    "DeliveryState",
    "Departure",
    "Difficulty",
    "Dispute",
    "DisputeStatement",
    "Erasure",
    "ErasureProgress",
    "ErasureStep",
    "ExportFile",
    "ExportFormat",
    "ExportKind",
    "FiguresChange",
    "FiguresCount",
    "GivenAnswer",
    "Hand",
    "HandFact",
    "HandRevision",
    "HandVariation",
    "HeldRole",
    "Import",
    "ImportLine",
    "ImportState",
    "IndexedHand",
    "Invitation",
    "InvitationAcceptance",
    "InvitationRevocation",
    "Journal",
    "JournalEntry",
    "Kind",
    "LeftOut",
    "Link",
    "LinkRevocation",
    "LoggedEvent",
    "Member",
    "MembershipChange",
    "MergeProgress",
    "MergeReversal",
    "MonthFigures",
    "MovingFormat",
    "Pause",
    "Player",
    "PlayerMerge",
    "PlayerPicture",
    "Puzzle",
    "PuzzleSearch",
    "PuzzleTheme",
    "RatedSession",
    "Rating",
    "RatingList",
    "RatingStep",
    "Rebuild",
    "RebuildFailure",
    "Recount",
    "Replay",
    "Rerating",
    "Result",
    "Role",
    "Ruling",
    "ScopeStanding",
    "Score",
    "ScoringPlan",
    "Season",
    "SeasonCount",
    "SeasonReport",
    "Seat",
    "SecondStepFor",
    "Separator",
    "Session",
    "SessionFigures",
    "SessionLabel",
    "SessionRevision",
    "SolvedEnding",
    "Standing",
    "Tally",
    "TaskRun",
    "Theme",
    "Token",
    "TokenScope",
    "Transcript",
    "Unsealed",
    "UploadedFile",
    "User",
    "VariationRemoval",
    "Verdict",
    "Visibility",
    "Webhook",
    "WebhookEvent",
    "WhatIf",
    "WhatIfSession",
    "WhatIfStep",
    "Withdrawal",
    "WorkFailure",
]

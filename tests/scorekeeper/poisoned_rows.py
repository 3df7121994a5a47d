"""Damaged rows of every kind that stop the work on what they belong to, and what a worker does for it.

Nothing is replaced in the service: the rows are as a defect, an older release or a hand on the database may leave them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import DateField, DateTimeField, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from scorekeeper import tasks
from scorekeeper.clubs import merge_pieces, player_merges
from scorekeeper.exports import file_worker
from scorekeeper.exports import files as export_files
from scorekeeper.exports.files import Question
from scorekeeper.imports import worker as import_worker
from scorekeeper.journal import sealing
from scorekeeper.models import (
    Adjudication,
    Club,
    Delivery,
    DeliveryState,
    Erasure,
    ErasureStep,
    ExportFormat,
    ExportKind,
    FiguresCount,
    Hand,
    HandRevision,
    Import,
    ImportState,
    IndexedHand,
    JournalEntry,
    MergeProgress,
    MonthFigures,
    Player,
    PuzzleSearch,
    RatedSession,
    Rating,
    RatingList,
    Rebuild,
    Recount,
    Replay,
    Rerating,
    ScoringPlan,
    Season,
    SeasonReport,
    Session,
    SessionFigures,
    SolvedEnding,
    Standing,
    Unsealed,
    Visibility,
    WhatIf,
)
from scorekeeper.ratings import rerating
from scorekeeper.ratings.plackett_luce import METHOD
from scorekeeper.replays import endings, frames, puzzles, rebuilds
from scorekeeper.sessions import erasure_pieces, season_what_if, what_if_pieces
from scorekeeper.set_aside import WorkKind
from scorekeeper.standings import progress, recount
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_reports import question_about
from scorekeeper.statistics import recount as statistics_recount
from scorekeeper.statistics import session_figures
from scorekeeper.webhooks import delivery, subscriptions
from tests.scorekeeper.sample_hands import CLEAN
from tests.scorekeeper.sample_rows import create_waiting_import
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB, SeasonScorer
from tests.scorekeeper.turns import never

Act = Callable[[SeasonScorer], object]
DAY = "2026-03-05"
NO_JSON = Value("{", output_field=TextField())
LAST_NUMBER = 2**63 - 1


@dataclass(frozen=True)
class Poison:
    """A damaged row of a club with one session of one hand."""

    kind: WorkKind
    damage: Act
    run: Callable[[], object]
    is_done: Act
    repair: Act  # of the row
    prepare: Act = field(default=lambda scorer: None)  # whatever else there is to do
    is_waiting: Callable[[], bool] = lambda: False
    change: Act | None = None  # by those who keep the records; seen at once
    end_lease: Callable[[], object] = lambda: None  # of the worker that tried before


def unreadable_day() -> Any:
    """Return a date that the database takes and Python cannot read."""
    if connection.vendor == "postgresql":
        return Cast(Value("infinity"), DateField())
    return Value("2026-99-99", output_field=TextField())


def unreadable_time() -> Any:
    """Return a moment that the database takes and Python cannot read."""
    if connection.vendor == "postgresql":
        return Cast(Value("infinity"), DateTimeField())
    return Value("2026-99-99 00:00:00", output_field=TextField())


def hand_of(scorer: SeasonScorer) -> Hand:
    return Hand.objects.filter(club=scorer.club).earliest("session__created_at")


def amend(scorer: SeasonScorer) -> None:
    scorer.amend(hand_of(scorer), cards_left=WON_BY_BOB)


def publish(scorer: SeasonScorer) -> None:
    Club.objects.filter(pk=scorer.club.pk).update(visibility=Visibility.PUBLIC)
    Session.objects.filter(club=scorer.club).update(visibility=Visibility.PUBLIC)


def play_again(scorer: SeasonScorer) -> None:
    scorer.session(WON_BY_ALICE)


def play_to_the_end(scorer: SeasonScorer) -> None:
    scorer.amend(hand_of(scorer), cards_left=None, **CLEAN)


def make_day_unreadable(scorer: SeasonScorer) -> None:
    Session.objects.filter(club=scorer.club).update(played_on=unreadable_day())


def ask_for_file(scorer: SeasonScorer) -> None:
    question = Question(ExportKind.RECORDS, ExportFormat.NDJSON, scorer.season)
    export_files.ask(scorer.club, question, by=scorer.by)


def break_season(scorer: SeasonScorer) -> None:
    Season.objects.filter(pk=scorer.season.pk).update(starts_on=unreadable_day())


def make_day_readable(scorer: SeasonScorer) -> None:
    Session.objects.filter(club=scorer.club).update(played_on=date.fromisoformat(DAY))


def break_answer(scorer: SeasonScorer) -> None:
    answer = {"events": [{"seat": 1}]}
    Adjudication.objects.filter(club=scorer.club).update(answer=answer)


def restore_answer(scorer: SeasonScorer) -> None:
    Adjudication.objects.filter(club=scorer.club).update(answer={"events": []})


def rule(scorer: SeasonScorer, rulings: object) -> None:
    """Write rulings into the record, past everything that checks them."""
    head = hand_of(scorer).head
    HandRevision.objects.filter(pk=head.pk).update(content={**head.content, "rulings": rulings})


def restore_state(scorer: SeasonScorer) -> None:
    sound = Adjudication.objects.exclude(club=scorer.club).earliest("pk")
    Adjudication.objects.filter(club=scorer.club).update(carried_in=sound.carried_in)


def break_figures(scorer: SeasonScorer) -> None:
    statistics_recount.apply_next(scorer.club.pk)
    SessionFigures.objects.filter(club=scorer.club).update(figures=[["?"]])


def restore_figures(scorer: SeasonScorer) -> None:
    (row,) = session_figures.build(
        SessionFigures.objects.filter(club=scorer.club).values_list("pk", flat=True)
    )
    SessionFigures.objects.filter(club=scorer.club).update(figures=row.figures)


def decide_plan(scorer: SeasonScorer) -> None:
    plan_versions.decide(scorer.season, Plan(best_sessions=1), by=scorer.by)


def break_plan(scorer: SeasonScorer) -> None:
    ScoringPlan.objects.filter(season=scorer.season).update(plan={"scoring": "?"})


def restore_plan(scorer: SeasonScorer) -> None:
    ScoringPlan.objects.filter(season=scorer.season).update(plan=Plan(best_sessions=1).as_json())


def break_rated_session(scorer: SeasonScorer) -> None:
    while scorer.club.pk in Rerating.objects.values_list("club", flat=True):
        rerating._do_next(scorer.club.pk)
    RatedSession.objects.filter(club=scorer.club).update(players=["?"])


def restore_rated_session(scorer: SeasonScorer) -> None:
    players = [str(player.pk) for player in scorer.players]
    RatedSession.objects.filter(club=scorer.club).update(players=players)


def erase_words(scorer: SeasonScorer) -> None:
    erasure = Erasure.objects.create(
        player=scorer.players[3], club=scorer.club, number=1, by=scorer.by, at=timezone.now()
    )
    session = Session.objects.get(club=scorer.club)
    erasure_pieces.queue(erasure, {session.pk: {"event": "Cup"}})


def steps(scorer: SeasonScorer) -> Any:
    return ErasureStep.objects.filter(erasure__club=scorer.club)


def merge(scorer: SeasonScorer) -> None:
    other = Player.objects.create(club=scorer.club, name="Alicia")
    scorer.session(WON_BY_ALICE, players=[other, *scorer.players[1:]])
    merged, _ = player_merges.merge(other, scorer.players[0], by=scorer.by)
    MergeProgress.objects.filter(merge=merged).update(finished_at=None, left=None, sessions=None)


def try_rules(scorer: SeasonScorer) -> None:
    season_what_if.try_rules(
        scorer.season, "big-two", {"multipliers": [[1, 1], [5, 2]]}, by=scorer.by
    )


def what_if(scorer: SeasonScorer) -> Any:
    return WhatIf.objects.filter(season=scorer.season)


def send_message(scorer: SeasonScorer) -> None:
    new = subscriptions.NewWebhook(address="https://127.0.0.1:9/", kinds=["hand.recorded"])
    subscriptions.ping(subscriptions.create(scorer.club, new, by=scorer.by)[0], by=scorer.by)


def messages(scorer: SeasonScorer) -> Any:
    return Delivery.objects.filter(club=scorer.club)


def break_journal(scorer: SeasonScorer) -> None:
    sealing.seal_waiting(stop=never)
    Unsealed.objects.all().delete()
    head = sealing.find_head(scorer.club.pk)
    head.pk, head.number = None, LAST_NUMBER
    head.save(force_insert=True)
    Unsealed.objects.all().delete()


def rename(scorer: SeasonScorer) -> None:
    Player.objects.filter(pk=scorer.players[0].pk).update(name="Renamed")
    sealing.note_changes(Player, [scorer.players[0].pk])


def is_sealed(scorer: SeasonScorer) -> bool:
    entries = JournalEntry.objects.filter(journal=scorer.club.pk, subject=scorer.players[0].pk)
    return entries.exclude(salt="").exists()


def restore_journal(scorer: SeasonScorer) -> None:
    JournalEntry.objects.filter(journal=scorer.club.pk, number=LAST_NUMBER).delete()


def imports(scorer: SeasonScorer) -> Any:
    return Import.objects.filter(club=scorer.club)


def count_reports() -> None:
    for season in Season.objects.order_by("pk"):
        question = question_about(season, Scope())
        tasks.count_report(str(season.pk), progress.COURSE.name, dict(question))


def break_lines(scorer: SeasonScorer) -> None:
    recount.refresh(scorer.season)
    Standing.objects.filter(scope__count=scorer.season.pk).update(line={})


def restore_lines(scorer: SeasonScorer) -> None:
    Standing.objects.filter(scope__count=scorer.season.pk).delete()


def break_count_of_figures(scorer: SeasonScorer) -> None:
    FiguresCount.objects.update_or_create(club=scorer.club)
    FiguresCount.objects.filter(club=scorer.club).update(counted_at=unreadable_time())


def break_list_of_all_games(scorer: SeasonScorer) -> None:
    RatingList.objects.get_or_create(
        club=scorer.club, season=None, variant="", defaults={"method": METHOD}
    )
    RatingList.objects.filter(club=scorer.club).update(counted_at=unreadable_time())


def ask_for_rebuild(scorer: SeasonScorer) -> None:
    rebuilds.request_rebuild(scorer.club, by=scorer.by)


def clear_recounts(scorer: SeasonScorer) -> None:
    recount.refresh(scorer.season)


POISONS = {
    "an answer of the referee that statistics cannot count": Poison(
        WorkKind.SESSION_FIGURES,
        damage=break_answer,
        run=lambda: statistics_recount.refresh_waiting(stop=never),
        is_waiting=statistics_recount.is_work_waiting,
        is_done=lambda scorer: MonthFigures.objects.filter(club=scorer.club).exists(),
        repair=restore_answer,
        change=amend,
    ),
    "stored figures that cannot be added up": Poison(
        WorkKind.MONTH_FIGURES,
        damage=break_figures,
        run=lambda: statistics_recount.refresh_waiting(stop=never),
        is_waiting=statistics_recount.is_work_waiting,
        is_done=lambda scorer: MonthFigures.objects.filter(club=scorer.club).exists(),
        repair=restore_figures,
        change=amend,
    ),
    "a time of the last statistics that cannot be read": Poison(
        WorkKind.STATISTICS,
        damage=break_count_of_figures,
        run=lambda: statistics_recount.refresh_waiting(stop=never),
        is_waiting=statistics_recount.is_work_waiting,
        is_done=lambda scorer: MonthFigures.objects.filter(club=scorer.club).exists(),
        repair=lambda scorer: FiguresCount.objects.filter(club=scorer.club).update(counted_at=None),
    ),
    "a time of the last ratings that cannot be read": Poison(
        WorkKind.RATINGS,
        damage=break_list_of_all_games,
        run=lambda: rerating.refresh_stale(stop=never),
        is_waiting=rerating.is_work_waiting,
        is_done=lambda scorer: Rating.objects.filter(club=scorer.club).exists(),
        repair=lambda scorer: RatingList.objects.filter(club=scorer.club).update(counted_at=None),
    ),
    "a rebuild whose progress cannot be read": Poison(
        WorkKind.REBUILD,
        prepare=ask_for_rebuild,
        damage=lambda scorer: Rebuild.objects.filter(club=scorer.club).update(
            counted_at=unreadable_time()
        ),
        run=lambda: rebuilds.run_waiting(stop=never),
        is_done=lambda scorer: (
            Rebuild.objects.filter(club=scorer.club).exclude(done_at=None).exists()
        ),
        repair=lambda scorer: Rebuild.objects.filter(club=scorer.club).update(
            counted_at=timezone.now()
        ),
    ),
    "a plan that cannot be read": Poison(
        WorkKind.STANDINGS,
        prepare=decide_plan,
        damage=break_plan,
        run=lambda: recount.refresh_waiting(stop=never),
        is_waiting=recount.is_work_waiting,
        is_done=lambda scorer: not Recount.objects.filter(season=scorer.season).exists(),
        repair=restore_plan,
        change=lambda scorer: (restore_plan(scorer), play_again(scorer)),
    ),
    "a session that ratings cannot read": Poison(
        WorkKind.FINISHING_ORDERS,
        damage=make_day_unreadable,
        run=lambda: rerating.refresh_stale(stop=never),
        is_waiting=rerating.is_work_waiting,
        is_done=lambda scorer: Rating.objects.filter(club=scorer.club).exists(),
        repair=make_day_readable,
        change=lambda scorer: (make_day_readable(scorer), amend(scorer)),
    ),
    "finishing orders that cannot be rated": Poison(
        WorkKind.RATING_LIST,
        damage=break_rated_session,
        run=lambda: rerating.refresh_stale(stop=never),
        is_waiting=rerating.is_work_waiting,
        is_done=lambda scorer: (
            not RatingList.objects.filter(club=scorer.club).exclude(counted_from="").exists()
        ),
        repair=restore_rated_session,
        change=amend,
    ),
    "a state that no hand can begin with": Poison(
        WorkKind.REPLAY,
        damage=lambda scorer: Adjudication.objects.filter(club=scorer.club).update(carried_in=[]),
        run=lambda: frames.rebuild_stale(stop=never),
        is_done=lambda scorer: Replay.objects.filter(club=scorer.club).exists(),
        repair=restore_state,
        change=lambda scorer: (restore_state(scorer), amend(scorer)),
    ),
    "a state from which no ending can be solved": Poison(
        WorkKind.ENDING,
        prepare=play_to_the_end,
        damage=lambda scorer: Adjudication.objects.filter(club=scorer.club).update(carried_in=[]),
        run=lambda: endings.solve_waiting(stop=never),
        is_waiting=endings.is_work_waiting,
        is_done=lambda scorer: SolvedEnding.objects.filter(club=scorer.club).exists(),
        repair=restore_state,
        change=lambda scorer: (restore_state(scorer), scorer.amend(hand_of(scorer), note="Late.")),
    ),
    "a hand whose state is no JSON": Poison(
        WorkKind.REPLAY,
        damage=lambda scorer: Adjudication.objects.filter(club=scorer.club).update(
            carried_in=NO_JSON
        ),
        run=lambda: frames.rebuild_stale(stop=never),
        is_done=lambda scorer: Replay.objects.filter(club=scorer.club).exists(),
        repair=restore_state,
    ),
    "a ruling that is none": Poison(
        WorkKind.HAND_INDEX,
        damage=lambda scorer: rule(scorer, 5),
        run=lambda: frames.rebuild_stale(stop=never),
        is_done=lambda scorer: IndexedHand.objects.filter(club=scorer.club).exists(),
        repair=lambda scorer: rule(scorer, []),
    ),
    "a hand that cannot be searched for puzzles": Poison(
        WorkKind.PUZZLES,
        prepare=publish,
        damage=lambda scorer: Adjudication.objects.filter(club=scorer.club).update(carried_in=[]),
        run=lambda: puzzles.find_waiting(stop=never),
        is_waiting=puzzles.is_work_waiting,
        is_done=lambda scorer: (
            PuzzleSearch.objects.filter(club=scorer.club).exclude(input_digest="").exists()
        ),
        repair=restore_state,
        change=lambda scorer: (restore_state(scorer), amend(scorer)),
    ),
    "labels that no session can get back": Poison(
        WorkKind.ERASURE,
        prepare=erase_words,
        damage=lambda scorer: steps(scorer).update(labels=5),
        run=lambda: erasure_pieces.finish_waiting(stop=never),
        is_waiting=lambda: erasure_pieces.waiting().exists(),
        is_done=lambda scorer: not steps(scorer).exists(),
        repair=lambda scorer: steps(scorer).update(labels={}),
        change=lambda scorer: (steps(scorer).update(labels={}), amend(scorer)),
    ),
    "a session in which no scores can be assigned": Poison(
        WorkKind.MERGE,
        prepare=merge,
        damage=make_day_unreadable,
        run=lambda: merge_pieces.finish_waiting(stop=never),
        is_waiting=merge_pieces.is_work_waiting,
        is_done=lambda scorer: not merge_pieces.is_unfinished(scorer.club.pk),
        repair=make_day_readable,
    ),
    "a season of house rules that cannot be read": Poison(
        WorkKind.HOUSE_RULES,
        prepare=try_rules,
        damage=make_day_unreadable,
        run=lambda: what_if_pieces.finish_waiting(stop=never),
        is_waiting=what_if_pieces.is_work_waiting,
        is_done=lambda scorer: not what_if(scorer).filter(tried_at=None).exists(),
        repair=make_day_readable,
    ),
    "a message that is no JSON": Poison(
        WorkKind.MESSAGE,
        prepare=send_message,
        damage=lambda scorer: messages(scorer).update(data=NO_JSON),
        run=lambda: delivery.deliver_due(stop=never),
        is_waiting=lambda: delivery.due().exists(),
        is_done=lambda scorer: messages(scorer).filter(state=DeliveryState.GIVEN_UP).exists(),
        repair=lambda scorer: messages(scorer).update(data={}),
        end_lease=lambda: Delivery.objects.exclude(next_try_at=None).update(
            next_try_at=timezone.now()
        ),
    ),
    "a journal without another number": Poison(
        WorkKind.ENTRY,
        damage=lambda scorer: (break_journal(scorer), rename(scorer)),
        prepare=rename,
        run=lambda: sealing.seal_waiting(stop=never),
        is_waiting=lambda: sealing.waiting().exists(),
        is_done=is_sealed,
        repair=restore_journal,
    ),
    "an import whose options are no JSON": Poison(
        WorkKind.IMPORT,
        prepare=lambda scorer: create_waiting_import(scorer.club, by=scorer.by),
        damage=lambda scorer: imports(scorer).update(options=NO_JSON),
        run=lambda: import_worker.process_waiting_imports(stop=never),
        is_waiting=lambda: import_worker.unclaimed_imports().exists(),
        is_done=lambda scorer: imports(scorer).filter(state=ImportState.DONE).exists(),
        repair=lambda scorer: imports(scorer).update(options={}),
        end_lease=lambda: Import.objects.update(
            worked_on_at=timezone.now() - 2 * import_worker.LEASE
        ),
    ),
    "a session that no file can have": Poison(
        WorkKind.EXPORT_FILE,
        prepare=ask_for_file,
        damage=make_day_unreadable,
        run=lambda: file_worker.make_waiting(stop=never, give_up=never),
        is_waiting=lambda: file_worker.unclaimed().exists(),
        is_done=lambda scorer: not export_files.unfinished().filter(club=scorer.club).exists(),
        repair=make_day_readable,
        change=lambda scorer: (make_day_readable(scorer), ask_for_file(scorer)),
    ),
    "a season of a file that cannot be read": Poison(
        WorkKind.EXPORT_FILE,
        prepare=ask_for_file,
        damage=break_season,
        run=lambda: file_worker.make_waiting(stop=never, give_up=never),
        is_waiting=lambda: file_worker.unclaimed().exists(),
        is_done=lambda scorer: not export_files.unfinished().filter(club=scorer.club).exists(),
        repair=lambda scorer: Season.objects.filter(pk=scorer.season.pk).update(starts_on=None),
    ),
    "lines of a season that cannot be read": Poison(
        WorkKind.REPORT,
        prepare=clear_recounts,
        damage=break_lines,
        run=count_reports,
        is_done=lambda scorer: SeasonReport.objects.filter(season=scorer.season).exists(),
        repair=restore_lines,
    ),
}


def scorer_of(club: Club) -> SeasonScorer:
    """Return who records in a club, a new season and four players."""
    players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
    season = Season.objects.create(club=club, name="Spring")
    return SeasonScorer(season, players, club.members.earliest("pk").user)

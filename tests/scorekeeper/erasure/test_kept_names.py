"""Where the name of an erased player stays, and that whoever erases is told; names in log lines."""

import logging
from urllib.parse import quote

import pytest
from django.db import IntegrityError

from scorekeeper import erasure
from scorekeeper.imports import batches
from scorekeeper.imports import lines as import_lines
from scorekeeper.imports import worker as import_worker
from scorekeeper.journal import sealing, verification
from scorekeeper.models import Import, Player, Recount, ScoringPlan, Season
from scorekeeper.monitoring import logs
from scorekeeper.standings import recount
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import PlanError, parse_plan
from tests.scorekeeper import import_files
from tests.scorekeeper.erasure.conftest import NAME, naming_zoe, stored_values

BY_LOT = {"tie_breaks": ["lot"], "seed": "7"}


@pytest.fixture
def kept(zoe, club, season, people):
    """A club, a season and the plan of an earlier release that contain Zoë's name."""
    club.name = f"{NAME}’s club"
    club.save()
    Season.objects.filter(pk=season.pk).update(name=f"{NAME} cup")
    plan, _ = plan_versions.decide(season, parse_plan(BY_LOT), by=people.bob)
    ScoringPlan.objects.filter(pk=plan.pk).update(plan={**plan.plan, "seed": f"{NAME} 7"})
    return season


def test_only_names_of_club_and_season_stay(kept, zoe, people):
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert naming_zoe(stored_values()) == [f"{NAME}’s club", f"{NAME} cup"]


def test_an_erased_seed_leaves_every_lot_as_it_was_drawn(kept, zoe, club, people, signed):
    recount.refresh(kept)
    before, path = plan_versions.in_force(kept).plan, f"/api/v1/seasons/{kept.pk}/plan/"
    everybody = list(Player.objects.filter(club=club))
    lots = [before.lot(player.pk) for player in everybody]
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    sealing.seal_waiting(stop=lambda: False)
    assert [*verification.verify(club)] == []
    plan = plan_versions.in_force(kept).plan
    assert plan.seed != before.seed
    assert [plan.lot(player.pk) for player in everybody] == lots
    newcomer = Player.objects.create(club=club, name="Newcomer")
    assert plan.lot(newcomer.pk) != before.lot(newcomer.pk)
    assert Recount.objects.filter(season=kept).exists()
    # whoever changes the plan and leaves the seed keeps the lots
    client, sent = signed(people.bob), signed(people.bob).get(path).json()["plan"]
    assert client.post(path, {"plan": sent, "reason": ""}, format="json").status_code == 200
    assert (
        client.post(
            path, {"plan": {**sent, "minimum_hands": 2}, "reason": ""}, format="json"
        ).status_code
        == 201
    )
    assert [plan_versions.in_force(kept).plan.lot(player.pk) for player in everybody] == lots


@pytest.mark.parametrize("reason", ["", "Lots decide."])
def test_the_journal_knows_a_sealed_plan_whose_seed_was_erased(zoe, club, season, people, reason):
    plan, _ = plan_versions.decide(season, parse_plan(BY_LOT), by=people.bob, reason=reason)
    ScoringPlan.objects.filter(pk=plan.pk).update(plan={**plan.plan, "seed": f"{NAME} 7"})
    sealing.seal_waiting(stop=lambda: False)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert [*verification.verify(club)] == []
    sealing.seal_waiting(stop=lambda: False)
    assert [*verification.verify(club)] == []
    altered = {**ScoringPlan.objects.get().plan, "minimum_hands": 9}
    ScoringPlan.objects.update(plan=altered)
    assert {problem.code for problem in verification.verify(club)} == {"other-content"}


def test_the_page_that_asks_for_the_erasure_lists_what_stays(kept, zoe, client, people):
    client.force_login(people.alice)
    page = client.get(f"/players/{zoe.pk}/erase/").content.decode()
    for link in (f"/clubs/{kept.club_id}/settings/", f"/seasons/{kept.pk}/settings/"):
        assert f'<a href="{link}">{NAME}' in page
    Season.objects.filter(pk=kept.pk).update(name="Cup")
    assert (
        "The name of a season contains the name"
        not in client.get(f"/players/{zoe.pk}/erase/").content.decode()
    )


@pytest.mark.parametrize("seed", [NAME, f"{NAME.upper()}’s cup", f"for {NAME}"])
def test_a_new_plan_has_no_players_name_in_its_seed(zoe, season, people, signed, client, seed):
    with pytest.raises(PlanError, match="name of a player"):
        plan_versions.decide(season, parse_plan({**BY_LOT, "seed": seed}), by=people.bob)
    body = {"plan": {**BY_LOT, "seed": seed}, "reason": "Lots."}
    answer = signed(people.bob).post(f"/api/v1/seasons/{season.pk}/plan/", body, format="json")
    assert (answer.status_code, answer.json()["where"]) == (422, "plan.seed")
    client.force_login(people.bob)
    form = {"scoring": "points", "per": "hand", "tie-1": "lot", "seed": seed, "minimum_hands": 0}
    page = client.post(f"/seasons/{season.pk}/plan/", form)
    assert "The seed contains the name of a player" in page.content.decode()
    assert not ScoringPlan.objects.exists()


def test_a_seed_may_have_a_word_that_begins_like_a_name(zoe, season, people):
    seed = f"{NAME}ness"
    assert plan_versions.decide(season, parse_plan({**BY_LOT, "seed": seed}), by=people.bob)[1]


@pytest.fixture
def log_lines(caplog):
    """Return everything that was logged, as the service's handler writes it."""
    caplog.set_level(logging.DEBUG)
    caplog.handler.addFilter(logs.SecretPathFilter())
    caplog.handler.setFormatter(logs.JSONFormatter())
    for logger in ("django.db.backends", "django.template", "faker", "asyncio"):
        caplog.set_level(
            logging.INFO, logger
        )  # libraries' own DEBUG lines, which no installation has
    return lambda: [caplog.handler.format(record) for record in caplog.records]


def import_file(signed, people, club, names):
    body = import_files.ndjson(*(import_files.record(players=names, notes=note) for note in "ab"))
    answer = import_files.upload(signed(people.carol), club, body, "application/x-ndjson")
    assert answer.status_code == 201, answer.content


def test_no_log_line_has_a_players_name(
    zoe, club, season, people, signed, client, log_lines, monkeypatch
):
    twice = import_files.ndjson(import_files.record(players=[NAME, "Zed", "Bo", "Cy"]))
    body = {"notation": "ndjson", "source": twice, "names": {"Zed": str(zoe.pk)}}
    import_files.post(signed(people.carol), club, body)
    import_file(signed, people, club, [NAME, "Bo", "Cy", "Di"])

    def fail(*_args, **_options):
        detail = f"DETAIL:  Key (club_id, name)=(7, {NAME}) already exists."
        raise IntegrityError(f"duplicate key value violates unique constraint\n{detail}")

    with monkeypatch.context() as patch:
        patch.setattr(batches._Batch, "store", fail)
        patch.setattr(import_lines, "_store_or_try", fail)
        import_file(signed, people, club, [NAME, "Bo", "Cy", "Ed"])
    import_worker.process_waiting_imports(stop=lambda: False)
    client.force_login(people.alice)
    for path in (
        f"/clubs/{club.pk}/?q={quote(NAME)}",
        f"/clubs/{club.pk}/{quote('none')}/?q={quote(NAME)}",
    ):
        client.get(path)
    for name in (NAME, NAME.upper(), "\u202e" + NAME):
        signed(people.carol).post(
            f"/api/v1/clubs/{club.pk}/players/", {"name": name}, format="json"
        )
    signed(people.alice).post(
        f"/api/v1/players/{zoe.pk}/erasure/", {"confirm": NAME.lower()}, format="json"
    )
    signed(people.alice).post(
        f"/api/v1/players/{zoe.pk}/erasure/", {"confirm": NAME}, format="json"
    )
    lines = log_lines()
    assert any("are kept one by one" in line for line in lines)
    assert any("could not be stored" in line for line in lines)
    assert naming_zoe(lines) == []
    assert Import.objects.exists()

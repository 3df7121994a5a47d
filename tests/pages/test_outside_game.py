"""The service plays a game that a package of its own brings, without knowing it."""

import pytest

from tests.referee.installed_game import install_tien_len, run

pytestmark = pytest.mark.slow


def test_the_service_knows_an_installed_game(tmp_path):
    environment = install_tien_len(tmp_path)
    printed = run(environment, "-m", "pytest", "-q", "-n", "0", "tests/pages/outside_game.py")
    assert " passed" in printed

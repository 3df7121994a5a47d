"""The former module name of gunicorn's configuration, scorekeeper.management.web, keeps working."""

from gunicorn.app.wsgiapp import WSGIApplication

from scorekeeper.management import gunicorn_conf, web


def test_the_former_module_has_every_setting_of_the_new_one():
    settings = {name: value for name, value in vars(gunicorn_conf).items() if name[0] != "_"}
    assert settings["workers"] >= 1
    assert {name: vars(web)[name] for name in settings} == settings


def test_gunicorn_reads_its_configuration_from_the_former_module(monkeypatch):
    config = "python:scorekeeper.management.web"
    monkeypatch.setattr("sys.argv", ["gunicorn", "--config", config, "scorekeeper.wsgi"])
    settings = WSGIApplication().cfg.settings
    assert settings["post_fork"].get() is gunicorn_conf.post_fork
    assert settings["threads"].get() == gunicorn_conf.threads

# The commands of this project. `make` without a command lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes
# uv installs in seconds what takes pip a minute; where it cannot, since only pip knows this machine's package index, pip does it
INSTALL = @test -x $(BIN)/uv || $(PIP) -r tests/uv.txt; \
	$(UV) $(1) || { echo "uv could not install this; trying pip …" >&2; $(PIP) $(1); }
INSTALL_IF_POSSIBLE = @$(UV) --only-binary :all: $(1) 2>/dev/null || $(PIP) --only-binary :all: $(1) 2>/dev/null

# `make check` checks the settings of an installation on the internet
PRODUCTION := SECRET_KEY=the-check-needs-a-long-key-that-nobody-uses-0123456789-abcdefghij \
	ALLOWED_HOSTS=scores.example DATABASE_URL=postgres://scorekeeper@127.0.0.1/scorekeeper

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all test-slow check bench growth storage screenshots docs hand-path lock audit

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */  make \1	/' | expand -t 20

run: $(VENV)/.service ## set everything up and serve until Ctrl-C (PORT=8000, DATA_DIR=var)
	@exec $(BIN)/python manage.py serve --parent $$PPID

test: $(VENV)/.tools ## run the tests except the slow ones, in less than four minutes (ARGS=tests/referee: only these)
	@$(BIN)/python -m pytest -q $(NOT_SLOW) $(ARGS)

test-all: $(VENV)/.tools ## run all tests, the slow ones too (DATABASE_URL=postgres://…: on PostgreSQL)
	@$(BIN)/python -m pytest -q $(ARGS)

test-slow: $(VENV)/.tools ## run only the slow tests, which make test leaves out
	@$(BIN)/python -m pytest -q -m slow $(ARGS)

# Slow tests run when ARGS names their file.
NOT_SLOW = $(if $(findstring .py,$(ARGS)),,-m "not slow")
# With bytecode kept, the many processes that the tests start do not compile everything again.
test test-all test-slow: export PYTHONDONTWRITEBYTECODE :=

check: $(VENV)/.tools ## lint, types, layers, deployment settings, missing migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: $(VENV)/.peers ## time referee and service beside their peers, in one run (ARGS=100000 hands streamed; ARGS=--quick: only see that it runs)
	@$(BIN)/python -m benchmarks $(ARGS)

growth: $(VENV)/.tools ## show which addresses cost more the more hands there are, on PostgreSQL (ARGS="--hands 10000,300000" or "--clubs 10,300")
	@$(BIN)/python -m benchmarks.growth $(ARGS)

storage: $(VENV)/.tools ## show what a hand takes in PostgreSQL, by table and index (ARGS="--hands 30000")
	@$(BIN)/python -m benchmarks.storage $(ARGS)

screenshots: $(VENV)/.tools ## picture every page and time its paint (OUT=var/screenshots; ARGS=--for-readme: docs/pictures)
	@$(BIN)/python -m tests.pages.screenshots $(or $(OUT),var/screenshots) $(ARGS)

docs: $(VENV)/.docs ## build the documentation as a site; a broken link fails (OUT=var/site)
	@$(BIN)/python docs/site/build.py $(or $(OUT),var/site)

hand-path: $(VENV)/.tools ## list the modules that one posted hand goes through (ARGS=--all: every hop)
	@$(BIN)/python -m tests.scorekeeper.hand_path $(ARGS)

setup: $(VENV)/.service $(VENV)/.tools $(VENV)/.peers $(VENV)/.docs ## only set up; every command above does it by itself

lock: $(VENV)/.tools ## pin the dependencies of pyproject.toml anew, and list them in docs/sbom/sbom.json (ARGS="--upgrade")
	$(BIN)/uv pip compile $(LOCK) --group setup -o tests/uv.txt
	$(BIN)/uv pip compile $(LOCK) --extra service pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile $(LOCK) --extra monitoring -c requirements.txt pyproject.toml -o scorekeeper/monitoring/requirements.txt
	$(BIN)/uv pip compile $(LOCK) --extra s3 --extra parquet -c requirements.txt -c scorekeeper/monitoring/requirements.txt pyproject.toml -o scorekeeper/exports/requirements.txt
	$(BIN)/uv pip compile $(LOCK) --extra environments pyproject.toml -o tests/referee/environments/requirements.txt
	$(BIN)/uv pip compile $(LOCK) --group dev -c requirements.txt -c scorekeeper/monitoring/requirements.txt -c scorekeeper/exports/requirements.txt -o tests/requirements.txt
	$(BIN)/uv pip compile $(LOCK) --group bench -o benchmarks/requirements.txt
	$(BIN)/uv pip compile $(LOCK) --group docs -c requirements.txt -c tests/requirements.txt -o docs/site/requirements.txt
	$(BIN)/uv pip compile $(LOCK) --group open-spiel -c requirements.txt -o benchmarks/open_spiel.txt
	$(BIN)/uv pip compile $(LOCK) --group rlcard -c benchmarks/open_spiel.txt -o benchmarks/rlcard.txt
	$(BIN)/uv pip compile $(LOCK) --group examples -c requirements.txt -c tests/requirements.txt -c docs/site/requirements.txt -o docs/examples/requirements.txt
	$(BIN)/python docs/sbom/build.py

audit: $(VENV)/.tools ## look up known vulnerabilities of everything that is pinned; needs the internet
	$(BIN)/pip-audit --disable-pip --require-hashes $(LOCKS:%=--requirement %)
LOCKS = tests/uv.txt requirements.txt scorekeeper/monitoring/requirements.txt scorekeeper/exports/requirements.txt tests/requirements.txt benchmarks/requirements.txt \
	docs/site/requirements.txt docs/examples/requirements.txt benchmarks/open_spiel.txt benchmarks/rlcard.txt tests/referee/environments/requirements.txt

LOCK = --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" $(ARGS)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 …" >&2; exit 1; }
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.service: requirements.txt | $(VENV)/bin/python
	$(call INSTALL,-r requirements.txt)
	@touch $@

$(VENV)/.tools: tests/requirements.txt scorekeeper/monitoring/requirements.txt scorekeeper/exports/requirements.txt $(VENV)/.service
	$(call INSTALL,$(addprefix -r ,$(filter %.txt,$^)))
	@touch $@

$(VENV)/.docs: docs/site/requirements.txt $(VENV)/.service
	$(call INSTALL,-r docs/site/requirements.txt)
	@touch $@

# Large packages that only some examples of the documentation need, in an environment of their own: make .venv/.examples
$(VENV)/.examples: docs/examples/requirements.txt $(VENV)/.service
	@test -x $(VENV)/examples/bin/python || $(BIN)/python -m venv $(VENV)/examples
	@$(BIN)/uv pip install --quiet --python $(VENV)/examples/bin/python --require-hashes --only-binary :all: -r $< 2>/dev/null \
	  || $(VENV)/examples/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r $< 2>/dev/null \
	  || { rm -rf $(VENV)/examples; echo "Dask and Ray cannot be installed on this machine; their examples are not tested."; }
	@touch $@

$(VENV)/.peers: benchmarks/requirements.txt benchmarks/open_spiel.txt benchmarks/rlcard.txt $(VENV)/.service
	$(call INSTALL,-r benchmarks/requirements.txt)
	$(call INSTALL_IF_POSSIBLE,-r benchmarks/open_spiel.txt) \
	  || echo "OpenSpiel cannot be installed on this machine; the bench does without it."
	$(call INSTALL_IF_POSSIBLE,--no-binary rlcard -r benchmarks/rlcard.txt) \
	  || echo "RLCard cannot be installed on this machine; the bench does without it."
	@touch $@

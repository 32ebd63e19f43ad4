# CausalFlow. `make help` lists the targets.
.DEFAULT_GOAL := help
PYTHON ?= python3
PORT ?= 8000
SERVE ?= 1
MINUTES ?= 20
# The release before the newest migration.
FORMER ?= $(shell git log -1 --diff-filter=A --format=%h^ -- '*/migrations/*.py' ':!*_squashed_*' 2>/dev/null)
PY := .venv/bin/python
export REQUIRE_ALL SCHEMA SEED SEARXNG_DIR SEARXNG_PYTHON

.PHONY: help setup setup-dev setup-real run test test-long test-all test-real check messages data fit fit-cells fit-support record ablate setup-fit soak clean
.PHONY: check-data check-lint check-format check-types check-imports check-migrations check-settings check-messages check-packages check-api

help: ## Lists the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Installs the product into .venv (PYTHON= names another interpreter).
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is not there; CausalFlow needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) causalflow/bootstrap.py

setup-dev:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is not there; CausalFlow needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) causalflow/bootstrap.py --dev

run: export DEMO := 1
run: setup ## Shows the product on demo nodes, then serves it (PORT=8000; SERVE=0 stops after the table; STUBS=1 plays search services).
	@exec $(PY)$(if $(filter 1,$(STUBS)), -m tests.stubs $(PY)) manage.py demo --port "$(PORT)" --serve "$(SERVE)"

test: setup-dev ## Runs the tests: on SQLite, on PostgreSQL what depends on it, in a browser (REQUIRE_ALL=1: nothing may be left out; SEED=: random ones again).
	@exec $(PY) -m tests.run

test-long: setup-dev ## Runs what make test leaves out for its time: whole corpora of hostile input through every page, and long faults.
	@exec $(PY) -m tests.run --long

test-all: setup-dev ## Runs every test, on both databases what opens one.
	@exec $(PY) -m tests.run --all

test-real: setup-dev setup-real ## Runs the tests against real servers: mail, a model of vectors, the inspector of tools for agents (where npm is there), SearXNG (SEARXNG_DIR=checkout), LiteLLM (LITELLM=1), the API against its schema (SCHEMA=1: at length).
	@exec $(PY) -m pytest -q -rs -m real tests/real

setup-real:
	@test -x .venv-real/bin/python || $(PYTHON) -m venv .venv-real
	@.venv-real/bin/python -m pip install -qq --disable-pip-version-check --no-input -r requirements-real.txt $(if $(filter 1,$(LITELLM)),'litellm[proxy]==1.106.2')
	@test -x .venv-real/node_modules/.bin/mcp-inspector || ! command -v npm >/dev/null \
		|| npm install --prefix .venv-real --silent --no-audit --no-fund --no-package-lock node@22.23.3 @modelcontextprotocol/inspector@2.12.0

check: setup-dev ## Runs the linters, the type checker and the checks of migrations, settings, translations and packages.
	@$(MAKE) --no-print-directory --keep-going -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) \
		check-types check-imports check-lint check-format check-migrations check-settings check-messages check-packages check-api check-data
	@echo "All checks passed."

check-lint:
	@.venv/bin/ruff check --quiet .

check-format:
	@.venv/bin/ruff format --check --quiet . || { echo "Format with: .venv/bin/ruff format"; exit 1; }

check-types:
	@$(PY) -m mypy --no-error-summary

check-imports:
	@output=$$(.venv/bin/lint-imports --no-logo) || { echo "$$output"; exit 1; }

check-migrations:
	@$(PY) manage.py makemigrations --check --dry-run --verbosity 0 || { echo "Models and migrations differ: manage.py makemigrations"; exit 1; }

check-settings:
	@$(PY) manage.py check --fail-level WARNING --verbosity 0

check-messages:
	@$(PY) -m causalflow.catalogues check || { echo "Translations are owed; make messages writes new strings into locale/."; exit 1; }

check-api:
	@$(PY) manage.py api_schema

check-packages:
	@$(PY) -m pip --disable-pip-version-check check >/dev/null || $(PY) -m pip check

messages: setup-dev ## Writes new strings into the translation catalogues.
	@$(PY) -m causalflow.catalogues update

WORDNET := /usr/share/wordnet/data.noun

data: ## Compiles open data into the tables beside the core (Python packages in .venv-fit; WordNet from Debian's wordnet-base).
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is not there; CausalFlow needs Python 3.11 or newer." >&2; exit 1; }
	@test -f $(WORDNET) || { [ "$$(id -u)" = 0 ] && apt-get install -qq --no-install-recommends wordnet-base >/dev/null; } \
		|| { echo "$(WORDNET) is not there; on Debian and Ubuntu install it with: apt-get install wordnet-base" >&2; exit 1; }
	@$(MAKE) --no-print-directory setup-fit
	@.venv-fit/bin/python -m fit.data

setup-fit:
	@test -x .venv-fit/bin/python || $(PYTHON) -m venv .venv-fit
	@.venv-fit/bin/python -m pip install -qq --disable-pip-version-check --no-input -r requirements-fit.txt

fit: setup-fit ## Fits the judge of figures on ../shared/data and swaps of our own, and writes its file and docs/judge-fit.md (an hour; PART=names or sentences: that part alone).
	@.venv-fit/bin/python -m fit.judge fit $(PART)

fit-cells: setup-fit ## Fits the judge of cells (whose figure a sentence gives) and writes its file and docs/cells-fit.md (about five minutes).
	@.venv-fit/bin/python -m fit.cells fit

fit-support: setup-fit ## Fits the judge of claims on ../shared/data and claims of our own, and writes its file and docs/support-fit.md (five minutes).
	@.venv-fit/bin/python -m fit.support fit

record: setup-fit ## Prints on how many right and wrong figures of the open data each clash fired.
	@.venv-fit/bin/python -m fit.judge record

ablate: setup-fit ## Prints what each group of features is worth: a fit without each (about half an hour).
	@.venv-fit/bin/python -m fit.judge ablate

check-data:
	@$(PY) -m fit.data --check

soak: setup-dev ## Leaves two workers, one of a FORMER release, alone with faults (MINUTES=20) and writes docs/soak.md; no part of the tests.
	@exec $(PY) -m benchmarks.soak --minutes "$(MINUTES)" --former "$(FORMER)"

clean: ## Removes what was built; the database in var/ stays.
	@rm -rf .venv .venv-fit .venv-real .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

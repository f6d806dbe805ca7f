# Two commands matter: `make run` starts Baize, `make test` proves it. Both do their own set-up.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup setup-test run test test-fast lint format lock mutation bench simulate-long evenings faults render-kills impact-kills exhaustive model slips province stories pages requests odd-strings witnesses states interpretations audit sbom messages catalogues openapi api-fuzz screenshots clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: setup ## set up what is missing and start Baize on http://127.0.0.1:8000 (PORT=9000 make run for another port)
	@exec $(BIN)/python scripts/run.py

test: setup-test ## lint, types and every test: unit, flows, browser, PostgreSQL, Redis, faults
	@$(BIN)/python -m scripts.test

test-fast: setup-test ## the tests for daily work, without browser, servers and slow modules, in about 80 seconds
	@$(BIN)/python -m scripts.test fast

setup: ## virtual environment, dependencies and system libraries of the product
	@$(PYTHON) scripts/setup.py run

setup-test: ## the same, and what only the tests need
	@$(PYTHON) scripts/setup.py test

lint: setup-test ## ruff, mypy, import contracts, templates
	@$(BIN)/python -m scripts.test lint

format: setup-test ## let ruff rewrite what it can
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

lock: setup-test ## turn requirements*.in into exact versions with hashes
	@$(BIN)/python scripts/lock.py

mutation: setup-test ## change the rules core line by line and see that a test notices (long)
	@$(BIN)/python scripts/mutation.py

bench: setup-test ## every benchmark under benchmarks/ (long)
	@for file in $(wildcard benchmarks/[a-z]*.py); do echo "== $$file"; $(BIN)/python -m benchmarks.$$(basename $$file .py) || exit 1; done

simulate-long: setup-test ## 10^8 rolls of every wager of every edition against its exact edge (half a minute)
	@SIMULATE_ROLLS=$(or $(ROLLS),100000000) $(BIN)/pytest tests/craps/test_simulate_verify.py -q -s -n 0

evenings: setup-test ## a million evenings of 100 rolls of every wager of every edition against the exact ones (some minutes; EVENINGS=n for another number)
	@EVENINGS=$(or $(EVENINGS),1000000) $(BIN)/pytest tests/craps/test_swing.py -k played -q -s -n 0

faults: setup-test ## kill the running product many times (KILLS=200 make faults)
	@KILLS=$(or $(KILLS),20) $(BIN)/pytest tests/faults -q -n 0

render-kills: setup-test ## kill the worker in 200 renders, wipe the broker in 20 (long; RENDER_KILLS=n for another number)
	@RENDER_KILLS=$(or $(RENDER_KILLS),200) $(BIN)/pytest tests/faults/test_render_kills.py -q -s -n 0

impact-kills: setup-test ## kill the worker five times while it looks at 2,000 approvals (long; IMPACT_APPROVALS=n for another number)
	@IMPACT_APPROVALS=$(or $(IMPACT_APPROVALS),2000) $(BIN)/pytest tests/faults/test_impact_kills.py -q -s -n 0

exhaustive: setup-test ## every clause page, every malformed body, every Merkle proof up to 1,024 leaves, thousands of generated cases (long)
	@EXHAUSTIVE=1 MERKLE_EVERY_PLACE=1024 HYPOTHESIS_PROFILE=long $(BIN)/pytest tests/craps tests/portal/api/test_access.py tests/portal/api/test_malformed.py tests/portal/public/test_calculator_rounds.py tests/portal/public/test_rulebook.py tests/portal/register/test_merkle.py tests/portal/test_route_matrix.py -q -n auto

model: setup-test ## the model-based test of the workflow, long (MODEL_EXAMPLES=n for another number)
	@MODEL_EXAMPLES=$(or $(MODEL_EXAMPLES),200) $(BIN)/pytest tests/flows/test_any_order.py -q -n 0

slips: setup-test ## 1,000 seeded slips in md-craps through the gate of drafted editions (SLIPS=n for another number)
	@SLIPS=$(or $(SLIPS),1000) $(BIN)/pytest tests/craps/slips -q -s -n 0

province: setup-test ## enter a made-up province in a real browser, form by form and from files, and count what it takes (long)
	@PROVINCE=1 $(BIN)/pytest tests/province/test_by_browser.py -q -s -n 0

stories: setup-test ## the stories of casework by mouse, on a phone's screen and by keyboard; prints clicks and fields (long)
	@STORIES=1 $(BIN)/pytest tests/browser/test_stories.py tests/browser/test_new_submission.py -q -s -n 0

pages: setup-test ## axe on up to five pages of every address behind the sign-in, as each kind of person (long; PAGES=n for another number)
	@EVERY_PAGE=$(or $(PAGES),5) $(BIN)/pytest tests/faults/test_every_page.py -q -s -n 0

requests: setup-test ## generated requests over every address as everybody, own, others' and missing things (REQUESTS=1000000 SHARDS=2 REQUESTS_SEED=1 MINUTES=120 for a long run)
	@REQUESTS=$(or $(REQUESTS),20000) REQUESTS_MINUTES=$(or $(MINUTES),inf) REQUESTS_SHARDS=$(or $(SHARDS),1) $(BIN)/pytest tests/portal/requests/test_requests.py -q -n $(if $(SHARDS),$(SHARDS),0)

odd-strings: setup-test ## odd strings in every field, parameter and body, each once (long; STRINGS=n for another number, ODD_STRINGS_SEED=n for others, MINUTES=n to end it)
	@ODD_STRINGS=$(or $(STRINGS),40000) ODD_STRINGS_MINUTES=$(or $(MINUTES),inf) $(BIN)/pytest tests/portal/requests/test_odd_strings.py -q -n 0

witnesses: setup-test ## three witnesses on loopback: 1,000 honest growths of a log and 1,000 forks (WITNESS_TIMES=n for another number)
	@WITNESS_TIMES=$(or $(WITNESS_TIMES),1000) $(BIN)/pytest tests/portal/register/test_witness_network.py -q -n 0

states: setup ## write docs/states.md from the table of transitions
	@DEMO=1 $(BIN)/python manage.py write_states

interpretations: setup ## write docs/interpretations.md from the readings of the editions
	@$(BIN)/python scripts/interpretations.py

audit: setup-test ## dangerous patterns in our code (bandit), known weaknesses in parts made by others (pip-audit, needs a network)
	@$(BIN)/bandit -q -c pyproject.toml -r craps portal scripts
	@$(BIN)/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r requirements.txt

sbom: setup-test ## the parts made by others as CycloneDX, in var/sbom.json
	@mkdir -p var && $(BIN)/cyclonedx-py requirements requirements.txt --output-reproducible --of JSON -o var/sbom.json && echo "var/sbom.json is written."

messages: setup-test ## gather every translatable text into locale/ and compile the translations (needs Debian's gettext)
	@DEMO=1 $(BIN)/python manage.py makemessages -l en -l fr_CA --no-location --no-wrap --no-obsolete --ignore=.venv --ignore=var --ignore=tests
	@for each in en fr_CA; do msgattrib --clear-fuzzy --empty --clear-previous --no-wrap -o locale/$$each/LC_MESSAGES/django.po locale/$$each/LC_MESSAGES/django.po; done # no guesses from texts that look alike
	@msgen --no-wrap -o locale/en/LC_MESSAGES/django.po locale/en/LC_MESSAGES/django.po
	@sed -i '/^"POT-Creation-Date/d' locale/*/LC_MESSAGES/django.po # a change of nothing else is no change
	@$(MAKE) -s catalogues

catalogues: setup ## compile the translations in locale/ after a change in a .po file (needs no gettext)
	@$(BIN)/python scripts/catalogues.py

openapi: setup-test ## write docs/openapi.json anew from the API's declarations
	@DEMO=1 $(BIN)/python manage.py write_openapi

api-fuzz: setup-test ## 20,000 calls by schemathesis as every role (long; CALLS=n for another number)
	@API_FUZZ_CALLS=$(or $(CALLS),20000) $(BIN)/pytest tests/portal/api/test_fuzz.py -q -n 2 -rP --show-capture=stdout

screenshots: setup-test ## make docs/screenshots again from the demo data
	@$(BIN)/python scripts/screenshots.py

clean: ## remove set-up and caches; the data in var/ stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis mutants

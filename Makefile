# Everything here needs Python 3.11 or newer and make, nothing else: the first target to run creates .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
DOCS_READY := $(VENV)/docs-ready
TYPESCRIPT := 5.9.3
TSC := $(VENV)/node-$(TYPESCRIPT)/node_modules/.bin/tsc
# Many tests wait for clocks, processes and pages: one more at once than there are cores.
AT_ONCE := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 1)')
# Compiled code leaves no trace to measure, so its tests and modules stand outside the measurement, as do those that run
# processes, browsers or thousands of rounds.
UNTRACED := tests/properties tests/repo tests/faults tests/leaks tests/fuzz tests/attacks \
	$(addprefix tests/unit/,odds sim bench figures machine reports licence store service) \
	$(wildcard $(addprefix tests/differential/,*_kernel.py *_solve.py *_ways.py *_card*.py)) \
	$(addprefix tests/differential/,test_figures.py test_readings.py test_meters_over_a_chunk.py)

.PHONY: run test traced check types slow mutants faults docs golden bench clean

run: $(READY)
	$(BIN)/nmb serve

# A browser's driver keeps an event loop of its own, so that its tests have processes of their own; on a busy machine a
# page may not answer in time, and what failed is tried once more by itself.
test: traced
	$(BIN)/pytest -n $(AT_ONCE) -m "not slow" $(UNTRACED)
	$(BIN)/pytest -n auto -m "not slow" tests/browser || $(BIN)/pytest -m "not slow" --last-failed --last-failed-no-failures none tests/browser

# The tests that the rules have to be covered by.
traced: $(READY)
	$(BIN)/pytest -n auto -m "not slow" $(addprefix --ignore=,$(UNTRACED) tests/browser) --cov --cov-branch --cov-report=

check: test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/coverage report --include='*/ranking/*,*/games/*,*/table/*' --omit='*/maths/solve.py,*/maths/sim.py,*/maths/strategy_card.py,*/maths/collusion.py,*/maths/covariance.py,*/counting/*' --fail-under=100
	$(BIN)/nmb trace --json > /dev/null
	$(BIN)/nmb lint --json > /dev/null

# The types that the scripts of the pages say they have; this and nothing else needs node and npm.
types: $(TSC)
	$(TSC) -p src/nomorebets/web

slow: $(READY)
	$(BIN)/pytest -n auto -m slow
	HYPOTHESIS_PROFILE=slow $(BIN)/pytest -n auto tests/properties
	PYTHONPATH=. $(BIN)/python -m tests.mutants

docs: $(DOCS_READY)
	PYTHONPATH=. $(BIN)/python docs/generate.py
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

# Everything that carries a clause is broken on purpose, but for what docs/noticed.json knows; it may be ended at any
# moment and goes on from there.  With CHANGED=1 three hundred things, those first that are not as docs/evidence.json
# knows them, and no more than can be begun in a minute.
mutants: $(READY)
	PYTHONPATH=. $(BIN)/python -m tests.mutants $(if $(CHANGED),--changed --sample 300 --minutes 1 --least 90,--write)

# Everything that may go wrong, again and again while people play: SEED=7 KILLS=1000 ONLY=disk DATABASE=postgresql://...
faults: $(READY)
	PYTHONPATH=. $(BIN)/python -m tests.faults.run --seed $(or $(SEED),1) --kills $(or $(KILLS),100) --only "$(ONLY)" --database "$(DATABASE)"

golden: $(READY)
	PYTHONPATH=. $(BIN)/python tests/rounds/golden.py --write

bench: $(READY)
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/verify.py
	$(BIN)/nmb bench

clean:
	rm -rf $(VENV) build dist docs/_build docs/_generated .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name one with PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $(READY)

$(DOCS_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[docs]"
	@touch $(DOCS_READY)

$(TSC):
	npm install --prefix $(VENV)/node-$(TYPESCRIPT) --no-package-lock --no-audit --no-fund --silent typescript@$(TYPESCRIPT)

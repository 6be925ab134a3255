# Everything here needs Python 3.11 or newer and make, nothing else: the first target to run creates .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
DOCS_READY := $(VENV)/docs-ready
COVERED := --cov --cov-branch --cov-report=
# Compiled code leaves no trace to measure, so its tests and modules stand outside the measurement.
UNTRACED := --ignore tests/unit/odds --ignore tests/unit/sim --ignore tests/unit/bench --ignore tests/unit/figures \
	--ignore tests/unit/machine --ignore tests/unit/reports --ignore tests/unit/licence --ignore tests/unit/store \
	--ignore tests/unit/service --ignore tests/faults --ignore tests/leaks --ignore tests/fuzz \
	--ignore-glob 'tests/differential/*_kernel.py' --ignore-glob 'tests/differential/*_solve.py' \
	--ignore-glob 'tests/differential/*_ways.py' --ignore-glob 'tests/differential/*_card*.py' \
	--ignore tests/differential/test_figures.py --ignore tests/differential/test_readings.py --ignore tests/differential/test_meters_over_a_chunk.py

.PHONY: run test check slow mutants faults docs golden bench clean

run: $(READY)
	$(BIN)/nmb play high-card-flush

test: $(READY)
	$(BIN)/pytest -n auto -m "not slow"

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/repo
	$(BIN)/pytest -q -n auto -m "not slow" --ignore tests/properties --ignore tests/repo $(UNTRACED) $(COVERED)
	$(BIN)/coverage report --include='*/ranking/*,*/games/*,*/table/*' --omit='*/maths/solve.py,*/maths/sim.py,*/maths/strategy_card.py,*/maths/collusion.py,*/maths/covariance.py,*/counting/*' --fail-under=100
	$(BIN)/nmb trace --json > /dev/null
	$(BIN)/nmb lint --json > /dev/null

slow: $(READY)
	$(BIN)/pytest -n auto -m slow
	HYPOTHESIS_PROFILE=slow $(BIN)/pytest -n auto tests/properties
	PYTHONPATH=. $(BIN)/python -m tests.mutants

docs: $(DOCS_READY)
	PYTHONPATH=. $(BIN)/python docs/generate.py
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

# Everything that carries a clause is broken on purpose; with CHANGED=1 three hundred things, those first that are not
# as docs/evidence.json knows them, and no more than can be begun in three minutes.
mutants: $(READY)
	PYTHONPATH=. $(BIN)/python -m tests.mutants $(if $(CHANGED),--changed --sample 300 --minutes 3 --least 90,--write)

# Processes that die again and again while people play: SEED=7 KILLS=1000 DATABASE=postgresql://...
faults: $(READY)
	PYTHONPATH=. $(BIN)/python -m tests.faults.run --seed $(or $(SEED),1) --kills $(or $(KILLS),100) --database "$(DATABASE)"

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

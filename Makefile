# make            list the verbs
# Everything is installed into .venv; nothing outside this folder is touched,
# except that the tests install a browser where the machine has none.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python .venv/bin/python; do \
	$$p tools/install.py 2>/dev/null && { echo $$p; break; }; done)
OURS = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help book html test quick elsewhere lab serve notebooks handouts stick bench experiments speed check format clean FORCE

help: ## list the verbs
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 13

book: .venv/book ## install what is needed, build the book, open it
	@$(OURS) tools/build.py --open

html: .venv/book
	@$(OURS) tools/build.py

test: .venv/dev ## install what is needed, a browser too, and run every test
	$(OURS) tools/browser.py
	$(OURS) -m pytest

quick: .venv/dev ## the tests that need no browser, no kernel and no build
	$(OURS) -m pytest -m "not slow"

elsewhere: .venv/dev ## every test as on another processor: the last digits are others
	$(OURS) tools/browser.py
	$(OURS) tools/elsewhere.py -m pytest

lab: .venv/dev ## JupyterLab on the chapters
	$(OURS) -m jupyterlab chapters

serve: html ## the built book at http://localhost:8000
	@$(OURS) tools/serve.py

notebooks: .venv/book ## the chapters as notebooks, for students without solutions, for teachers with them
	$(OURS) tools/notebooks.py

handouts: html .venv/dev ## one PDF for each chapter, printed by the browser
	$(OURS) tools/browser.py
	$(OURS) tools/handouts.py

stick: html ## one zip for a class without a network: book, students' notebooks, posviz
	$(OURS) tools/stick.py

bench: html .venv/dev ## how soon pictures follow their sliders, pages open and the book builds, how fast the maths is
	$(OURS) tools/browser.py
	$(OURS) tools/bench_pictures.py
	$(OURS) tools/bench_builds.py
	$(OURS) tools/bench_maths.py

experiments: experiments/.venv/ready ## train and measure the tiny models anew: needs PyTorch, and two hours
	experiments/.venv/bin/python experiments/run.py

speed: experiments/.venv/ready ## the tiny models' forward pass in numpy against PyTorch's
	experiments/.venv/bin/python experiments/speed.py

check: .venv/dev ## formatting, lint, and who imports whom
	$(OURS) -m ruff format --check .
	$(OURS) -m ruff check .
	$(OURS) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
	$(OURS) -m nbstripout --verify chapters/*.ipynb

format: .venv/dev ## format the code and clean the notebooks
	$(OURS) -m ruff format .
	$(OURS) -m ruff check --fix .
	$(OURS) -m nbstripout chapters/*.ipynb

clean: ## remove what was built and installed
	rm -rf _build .venv experiments/.venv *.egg-info .pytest_cache .hypothesis .ruff_cache .import_linter_cache
	find . -type d \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

# Each time, since this sees what no date tells: another place, an end that was not reached. It takes no time.
.venv/dev: .venv/book
.venv/book .venv/dev: FORCE
	@python="$(PYTHON)"; [ "$$python" ] || \
		{ echo "This needs Python 3.11, 3.12 or 3.13, and none was found. Set PYTHON=/path/to/python3." >&2; exit 1; }; \
		"$$python" tools/install.py $(@F)

experiments/.venv/ready: experiments/requirements.txt constraints.txt pyproject.toml
	@"$(PYTHON)" tools/install.py
	"$(PYTHON)" -m venv experiments/.venv
	experiments/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r experiments/requirements.txt
	@touch $@

# make            list the verbs
# Everything is installed into .venv; nothing outside this folder is touched,
# except that the tests install a browser where the machine has none.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && { echo $$p; break; }; done)
BIN = .venv/bin
PAGE = _build/html/index.html

.DEFAULT_GOAL := help
.PHONY: help book html test elsewhere lab serve notebooks handouts stick bench experiments speed check format clean

help: ## list the verbs
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 13

book: html ## install what is needed, build the book, open it
	@echo "The book: file://$(CURDIR)/$(PAGE)"
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
		$(BIN)/python -m webbrowser -t "file://$(CURDIR)/$(PAGE)" >/dev/null 2>&1 || true; fi

html: .venv/book
	$(BIN)/jupyter-book build . -W -n --keep-going

test: .venv/dev ## install what is needed, a browser too, and run every test
	$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest

elsewhere: .venv/dev ## every test as on another processor: the last digits are others
	$(BIN)/python tools/browser.py
	$(BIN)/python tools/elsewhere.py -m pytest

lab: .venv/dev ## JupyterLab on the chapters
	$(BIN)/jupyter lab chapters

serve: html ## the built book at http://localhost:8000
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html 8000

notebooks: .venv/book ## the chapters as notebooks, for students without solutions, for teachers with them
	$(BIN)/python tools/notebooks.py

handouts: html .venv/dev ## one PDF for each chapter, printed by the browser
	$(BIN)/python tools/browser.py
	$(BIN)/python tools/handouts.py

stick: html ## one zip for a class without a network: book, students' notebooks, posviz
	$(BIN)/python tools/stick.py

bench: html .venv/dev ## how soon pictures follow their sliders, pages open and the book builds, how fast the maths is
	$(BIN)/python tools/browser.py
	$(BIN)/python tools/bench_pictures.py
	$(BIN)/python tools/bench_builds.py
	$(BIN)/python tools/bench_maths.py

experiments: experiments/.venv/ready ## train and measure the tiny models anew: needs PyTorch, and two hours
	experiments/.venv/bin/python experiments/run.py

speed: experiments/.venv/ready ## the tiny models' forward pass in numpy against PyTorch's
	experiments/.venv/bin/python experiments/speed.py

check: .venv/dev ## formatting, lint, and who imports whom
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/nbstripout --verify chapters/*.ipynb

format: .venv/dev ## format the code and clean the notebooks
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/nbstripout chapters/*.ipynb

clean: ## remove what was built and installed
	rm -rf _build .venv experiments/.venv *.egg-info .pytest_cache .hypothesis .ruff_cache

.venv/python:
	@test -n "$(PYTHON)" || { echo "This needs Python 3.11, 3.12 or 3.13, and none was found. Set PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "No virtual environment could be made. On Debian or Ubuntu: apt install python3-venv" >&2; rm -rf .venv; exit 1; }
	@touch $@

experiments/.venv/ready: experiments/requirements.txt constraints.txt pyproject.toml
	$(PYTHON) -m venv experiments/.venv
	experiments/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r experiments/requirements.txt
	@touch $@

.venv/book: .venv/python requirements.txt constraints.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/dev: .venv/book requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

"""Runs the book's notebooks before Sphinx reads them: those that need it and no others, several side by side.

What a run showed is kept under _build, with the files of posviz that its kernel loaded. It holds as long as these, the
data beside them, the notebook's code and the installed packages stay as they were.
"""

import asyncio
import json
import os
import tempfile
import time
import traceback
from functools import partial
from pathlib import Path

import nbformat
from jupyter_cache.executors.utils import ExecutionResult
from myst_nb.core.execute import direct
from myst_nb.core.read import create_nb_reader
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from sphinx.util import logging
from traitlets.config import Config

from posviz.hosts import changes

AT_ONCE = min(4, os.cpu_count() or 1)  # a kernel takes a processor, and a fifth of a gigabyte

# The last thing a kernel is asked.
WHICH_FILES = """
import sys
print(*(m.__file__ for name, m in sys.modules.copy().items() if name.split(".")[0] == "posviz"), sep="\\n")
"""

log = logging.getLogger(__name__)


def setup(app):
    """Called by posviz.hosts.sphinx. myst-nb has no door for this: its function that runs a notebook is replaced."""
    runs = {}
    app.connect("env-get-outdated", lambda app, env, *_: _bring_up_to_date(app, env, runs))
    direct.single_nb_execution = partial(_has_run, runs)


def _has_run(runs, notebook, cwd, **_):
    """What myst-nb calls to run a notebook: the notebook gets what its run has shown."""
    run = runs[_code(notebook, cwd)]
    for cell, shown in zip(_code_cells(notebook), run["cells"]):
        cell.update(nbformat.from_dict(shown))
    notebook.metadata.update(nbformat.from_dict(run["metadata"]))
    return ExecutionResult(notebook, cwd, run["seconds"], *run["failure"])


def _bring_up_to_date(app, env, runs):
    """Run the notebooks whose runs hold no longer, and return their names: Sphinx reads them anew."""
    if env.mystnb_config.execution_mode != "force":
        return []
    now, stale = changes.files(), {}
    for docname in sorted(env.found_docs):
        path = Path(env.doc2path(docname))
        text = path.read_text("utf-8")
        reader = create_nb_reader(str(path), env.myst_config, env.mystnb_config, text)
        if reader is None:
            continue  # a page of text
        notebook = reader.read(text)
        code, kept = _code(notebook, path.parent), Path(app.outdir).parent / "runs" / f"{docname}.json"
        run = json.loads(kept.read_text("utf-8")) if kept.exists() else None
        if run and run["holds"] == _holds(code, run["loaded"], now):
            runs[code] = run
        else:
            stale[docname] = code, kept, notebook, path.parent
    asyncio.run(_run_all(stale, runs, now, env.mystnb_config))
    return list(stale)


async def _run_all(stale, runs, now, config):
    turn = asyncio.Semaphore(AT_ONCE)

    async def run_and_keep(docname, code, kept, notebook, folder):
        async with turn:
            runs[code] = run = await _run(notebook, folder, config)
        log.info("ran %s in %.1f seconds", docname, run["seconds"])
        if run["failure"] or not now.keys() >= set(map(Path, run["loaded"])):
            return  # it failed, or had another posviz than the one that is watched: it runs again in the next build
        run["holds"] = _holds(code, run["loaded"], now)
        kept.parent.mkdir(parents=True, exist_ok=True)
        new = kept.with_suffix(".new")
        new.write_text(json.dumps(run), "utf-8")
        new.replace(kept)  # no build that is stopped leaves half of it

    async with asyncio.TaskGroup() as group:
        for docname, what in stale.items():
            group.create_task(run_and_keep(docname, *what))


async def _run(notebook, folder, config):
    """Run a notebook in a kernel of its own: what its cells show, what was loaded, and the failure if there was one."""
    start, failure, loaded = time.perf_counter(), [], []
    asked = nbformat.v4.new_code_cell(WHICH_FILES)
    notebook.cells.append(asked)
    with tempfile.TemporaryDirectory() as sockets:
        client = NotebookClient(
            notebook, timeout=config.execution_timeout, allow_errors=config.execution_allow_errors, config=_by(sockets)
        )
        try:
            await client.async_execute(cwd=str(folder))
            loaded = sorted(str(Path(file).resolve()) for file in asked.outputs[0].text.splitlines() if file)
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            failure = [error, traceback.format_exc()]
    notebook.cells.pop()
    return {
        "cells": [{"execution_count": c.execution_count, "outputs": _joined(c.outputs)} for c in _code_cells(notebook)],
        "metadata": {"language_info": notebook.metadata.get("language_info", {})},
        "loaded": loaded,
        "failure": failure,
        "seconds": time.perf_counter() - start,
    }


def _by(sockets):
    """Speak to the kernel by files in this folder, where that can be: numbers of ports can be given out twice."""
    file = str(Path(sockets, "kernel"))
    can_be = os.name == "posix" and len(file) < 80
    return Config(AsyncKernelManager={"transport": "ipc", "connection_file": file} if can_be else {})


def _joined(outputs):
    """Outputs with the pieces of a text put together: a busy machine sends one line in two, which would show as two."""
    joined = []
    for output in outputs:
        if joined and output.output_type == joined[-1].output_type == "stream" and output.name == joined[-1].name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def _code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _code(notebook, folder):
    """What of a notebook is run, and where."""
    cells = [(cell.source, sorted(cell.metadata.items())) for cell in _code_cells(notebook)]
    return changes.digest(str(folder), cells, notebook.metadata.get("kernelspec"))


def _holds(code, loaded, now):
    """What must not change for a run to hold."""
    return changes.digest(code, changes.installed(), changes.behind({Path(file) for file in loaded}, now))

"""A Jupyter server for tests and benchmarks: alone in its folder, with no settings of its own and no network."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

import nbformat

# Each application's module, where it opens a notebook, and the name of the class that has its settings.
PLACES = {
    "lab": ("jupyterlab", "lab/tree", "LabApp"),
    "notebook": ("notebook", "notebooks", "JupyterNotebookApp"),
}
# Kernels that are spoken to by files: numbers of ports can be given out twice where several start at once.
TRANSPORT = ["--KernelManager.transport=ipc"] if os.name == "posix" else []
# What the kernel of the open notebook is doing, as the page knows it.
KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"


def write(path, sources):
    """Write a notebook of these code cells, which opens with its kernel and does not ask for one."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), path)


@contextmanager
def serve(application, folder):
    """Serve the notebooks of a folder while the block runs. The value is the address; add a slash and a name."""
    module, place, settings = PLACES[application]
    state = folder / ".jupyter"
    news = state / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text('{"checkForUpdates": false, "fetchNews": "false"}')
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTER_CONFIG_DIR": "config"}
    folders |= {"IPYTHONDIR": "ipython", "JUPYTER_DATA_DIR": "data", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
    environment = {key: value for key, value in os.environ.items() if key != "POSVIZ_HOST"}
    environment |= {variable: str(state / name) for variable, name in folders.items()}
    runtime = environment["JUPYTER_RUNTIME_DIR"] = tempfile.mkdtemp()  # a short name, for that of a socket must be
    command = [sys.executable, "-m", module, "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}"]
    command += ["--IdentityProvider.token=", "--LabApp.extension_manager=readonly"]
    command += [f"--{settings}.expose_app_in_browser=True", *TRANSPORT]
    address = f"http://127.0.0.1:{port}/"
    with (state / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
    try:
        _wait_for(address + "api/status", process, state / "log")
        yield address + place
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
        shutil.rmtree(runtime, ignore_errors=True)


def _wait_for(address, process, log):
    for _ in range(300):
        if process.poll() is not None:
            break
        try:
            return urlopen(address).close()
        except URLError:
            time.sleep(0.2)
    raise RuntimeError(f"no answer from {address}:\n{log.read_text()}")

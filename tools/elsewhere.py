"""Run Python as on another processor: python tools/elsewhere.py -m pytest

numpy does without its wide instructions, matrix products are summed as on the oldest of processors, and what numpy and
`math` compute is off in its last place (tests/elsewhere/sitecustomize.py). The tests hold there as they do here.
"""

import os
import subprocess
import sys
from pathlib import Path

from numpy._core import _multiarray_umath as core

FOLDER = Path(__file__).parents[1] / "tests" / "elsewhere"


def environment():
    """The variables of this process, and those that make Python compute otherwise."""
    wide = " ".join(name for name in core.__cpu_dispatch__ if core.__cpu_features__[name])
    return os.environ | {
        "NPY_DISABLE_CPU_FEATURES": os.environ.get("NPY_DISABLE_CPU_FEATURES", wide),
        "OPENBLAS_CORETYPE": "Prescott",
        "PYTHONPATH": str(FOLDER),
    }


if __name__ == "__main__":
    sys.exit(subprocess.run([sys.executable, *sys.argv[1:]], env=environment()).returncode)

"""The switch of `make elsewhere` is on where it is asked for and nowhere else, and puts each result off by one unit."""

import json
import math
import os
import subprocess
import sys

import elsewhere
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the switch asks the C library that Unix has")
ROWS = """
import json, math
import numpy as np

x = np.linspace(0.1, 3, 19)
found = {name: getattr(np, name)(x) for name in ("sin", "cos", "exp", "log")}
found |= {"**": 10_000.0**-x, "turned": np.exp(1j * x).imag, "float32": np.exp(x, dtype=np.float32)}
found |= {"written": np.exp(x, out=np.zeros(19)), "backwards": np.sin(x[::-1]), "exact": 2.0 ** np.arange(19)}
found |= {"part": np.sin(x, out=np.ones(19), where=x > 1.3), "one by one": [np.sin(v) for v in x]}
found |= {"math": [math.sin(v) for v in x], "zero": np.sin(0 * x) + np.cos(0 * x)}
print(json.dumps({name: [float(v) for v in row] for name, row in found.items()}))
"""
UP_AND_DOWN = [-1, 1] * 8 + [1, -1, 1]  # sixteen by eights, and what is left
OFF = {"exact": [0] * 19, "zero": [0] * 19, "part": [0] * 8 + UP_AND_DOWN[:8] + [1, -1, 1]}
OFF |= {"one by one": [1] * 19, "math": [1] * 19}


def said(code, **variables):
    """What Python prints in the environment of `make elsewhere`, some of its variables set otherwise."""
    ran = subprocess.run([sys.executable, "-c", code], env=elsewhere.environment() | variables, capture_output=True)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    return ran.stdout.decode()


def test_what_is_not_exact_is_off_by_one_unit():
    there, here = (json.loads(said(ROWS, **where)) for where in ({}, {"PYTHONPATH": ""}))
    for name, row in here.items():
        unit = np.spacing(np.array(row, np.float32 if name == "float32" else np.float64))
        assert ((np.array(there[name]) - row) / unit).tolist() == OFF.get(name, UP_AND_DOWN), name


def test_errors_are_reported_as_ever():
    code = "import numpy as np; np.seterr(over='raise', under='ignore')\nnp.exp(-1000.0)\n"
    assert said(code) == ""
    raised = "try: np.exp([1.0, 1000.0])\nexcept FloatingPointError as error: print(error)"
    assert said(code + raised) == "overflow encountered in exp\n"


def test_no_wide_instructions_are_used():
    code = "from numpy._core import _multiarray_umath as core\n"
    assert said(code + "print([f for f in core.__cpu_dispatch__ if core.__cpu_features__[f]])") == "[]\n"


def test_these_tests_run_elsewhere_if_asked_to_and_else_here():
    asked = str(elsewhere.FOLDER) in os.environ.get("PYTHONPATH", "")
    usual = float(said("import math; print(math.sin(1))", PYTHONPATH=""))
    assert (math.sin(1) != usual) == asked

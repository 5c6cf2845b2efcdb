"""Python with this folder on its path computes as on another processor: what is not exact is off in its last place.

In a row of powers, logarithms, waves and the like one is a unit up and the next a unit down, and the other way round
in what is left after eights, for processors take eight at a time, and the rest otherwise. Those of `math` are a unit
up. Exact results stay: 0, 1, 1.5, 100. Not reached: `**` between numbers that stand alone.
"""

import ctypes
import functools
import math

import numpy as np
from numpy._core import _multiarray_umath as core

POWERS = ["pow", "cbrt", "exp", "exp2", "expm1", "tanh", "log", "log2", "log10", "log1p"]
WAVES = ["sin", "cos", "tan", "asin", "acos", "atan", "atan2", "hypot"]
COMPLEX = ["sin", "cos", "exp", "log", "pow", "absolute"]
WHOLE = {"f": (np.int32, 12), "d": (np.int64, 26)}  # as wide as a float, and how many of its last bits are 0 if exact

POINTERS, SIZES = ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_ssize_t)
LOOP = ctypes.CFUNCTYPE(None, POINTERS, SIZES, SIZES, ctypes.c_void_p)  # where arrays begin, how many, steps in bytes
FLAGS = ctypes.PyDLL(None)  # the C library, which keeps what overflowed or was no number
loops = []  # numpy calls these, and does not own them


def replace_loop():
    """PyUFunc_ReplaceLoopBySignature, which has number 30 in numpy's C interface."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = ctypes.cast(pointer(core._UFUNC_API, None), POINTERS)
    return ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, LOOP, ctypes.POINTER(ctypes.c_int), POINTERS)(table[30])


def shift(ufunc, types):
    """Let one loop of a ufunc, such as "dd->d", be off. A complex number is two floats side by side."""
    inputs, output = types.split("->")
    whole, n_last = WHOLE[output.lower()]
    width, part = np.dtype(output).itemsize, np.dtype(whole).itemsize

    def loop(begins, counts, steps, data):
        right(begins, counts, steps, data)
        raised = FLAGS.fetestexcept(-1)
        n, begin, step = counts[0], begins[len(inputs)], steps[len(inputs)]
        memory = (ctypes.c_char * (abs(step) * max(n - 1, 0) + width)).from_address(begin + min(step, 0) * (n - 1))
        bits = np.ndarray((n, width // part), whole, memory, max(-step, 0) * (n - 1), (step, part))
        places = np.arange(n, dtype=whole)
        up = 1 - 2 * ((places + (places < n // 8 * 8)) % 2)
        bits += up[:, None] * (bits & (1 << n_last) - 1 != 0)
        FLAGS.feraiseexcept(raised)

    numbers = [np.dtype(letter).num for letter in inputs + output]
    found = ctypes.c_void_p()
    loops.append(LOOP(loop))
    failed = replace_loop()(ufunc, loops[-1], (ctypes.c_int * len(numbers))(*numbers), ctypes.byref(found))
    assert not failed, f"{ufunc} has no loop {types}"
    right = LOOP(found.value)


def shifted(function):
    """A function of `math` that is off."""

    @functools.wraps(function)
    def off(*numbers):
        result = function(*numbers)
        exact = (math.frexp(result)[0] * 2**27).is_integer()
        return result if exact else math.nextafter(result, math.copysign(math.inf, result))

    return off


for names, letters in ((POWERS + WAVES, "fd"), (COMPLEX, "FD")):
    for ufunc in (getattr(np, name) for name in names):
        for types in {types for types in ufunc.types if types[0] in letters}:
            shift(ufunc, types)
for name in POWERS + WAVES:
    setattr(math, name, shifted(getattr(math, name)))

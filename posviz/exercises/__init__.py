"""The book's exercises that can be checked: one file, one exercise, with its right answer and the usual wrong ones.

In such a file `right` is the right answer, and its docstring what to say to it. Every other public function is a
mistake that people make, and its docstring what to say to those who made it. `CASES` are the arguments that an answer
is tried with; without them the exercise asks for a value, and `right` takes no arguments. `TOLERANCE`, if there,
says how far off a number may be, relative to the right one.
"""

import copy
import inspect
import pkgutil
import textwrap
from dataclasses import dataclass
from importlib import import_module

import numpy as np


@dataclass(frozen=True)
class Feedback:
    """What there is to say about an answer. It is true if the answer is right."""

    right: bool
    text: str

    def __bool__(self):
        return self.right

    def __repr__(self):
        return textwrap.fill(self.text, 76)


def names():
    """The exercises that can be checked, such as "turn_pair"."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def check(exercise, answer):
    """Feedback on an answer to an exercise of the book.

    Args:
        exercise: its name, such as "turn_pair".
        answer: the function, or the value, that the exercise asks for.
    Raises:
        ValueError: there is no such exercise.
    """
    if not isinstance(exercise, str) or exercise not in names():
        raise ValueError(f"exercise must be one of {', '.join(names())}, got {exercise!r}")
    module = import_module(f"{__name__}.{exercise}")
    asks_for_function = hasattr(module, "CASES")
    if answer is None or answer is ...:
        return Feedback(False, "Nothing to check yet.")
    if asks_for_function and not callable(answer):
        return Feedback(False, f"Not yet. This exercise asks for a function, and got {answer!r}.")
    if callable(answer) and not asks_for_function:
        return Feedback(False, "Not yet. This exercise asks for a value, and got a function.")
    return _check_function(module, answer) if asks_for_function else _check_value(module, answer)


def _check_value(module, answer):
    wanted = module.right()
    if isinstance(wanted, str):
        answer = _letters(answer)
    if (known := _recognise(module, [()], [answer])) is not None:
        return known
    if form := _other_form(answer, wanted):
        return Feedback(False, f"Not yet. This exercise asks for {form}, and got {_short(answer)}.")
    return Feedback(False, f"Not yet. {_short(answer)} is not it.")


def _check_function(module, answer):
    given = []
    for case in module.CASES:
        try:
            given.append(_try(answer, case))
        except Exception as error:  # whatever the reader's code may do
            return Feedback(False, f"Not yet. {_with(module, case)}it stops: {type(error).__name__}: {error}")
    if all(value is None for value in given):
        return Feedback(False, "Nothing to check yet: it returns None.")
    if (known := _recognise(module, module.CASES, given)) is not None:
        return known
    wanted = [module.right(*copy.deepcopy(case)) for case in module.CASES]
    first = next(i for i, values in enumerate(zip(given, wanted)) if not same(*values, _tolerance(module)))
    return Feedback(False, f"Not yet. {_with(module, module.CASES[first])}{_differ(given[first], wanted[first])}")


def _recognise(module, cases, given):
    """Feedback if this is what the right answer gives, or one of the mistakes."""
    for function in (module.right, *mistakes(module)):
        if all(same(value, function(*copy.deepcopy(case)), _tolerance(module)) for value, case in zip(given, cases)):
            right = function is module.right
            return Feedback(right, f"{'Right' if right else 'Not yet'}. {function.__doc__}")
    return None


def _tolerance(module):
    return getattr(module, "TOLERANCE", 1e-6)


def mistakes(module):
    """The functions of an exercise that answer it wrongly, as people do."""
    own = [f for f in vars(module).values() if inspect.isfunction(f) and f.__module__ == module.__name__]
    return [function for function in own if function is not module.right and not function.__name__.startswith("_")]


def same(given, wanted, tolerance=1e-6):
    """Are two answers the same? Numbers, arrays or sequences of them by value, anything else by equality."""
    given, wanted = _plain(given), _plain(wanted)
    if given is None or wanted is None or given.shape != wanted.shape:
        return False
    if wanted.dtype.kind in "biuf" and given.dtype.kind in "biuf":
        return bool(np.allclose(given.astype(float), wanted.astype(float), rtol=tolerance, atol=1e-9, equal_nan=True))
    return bool((given == wanted).all())


def _try(answer, case):
    """What an answer gives for these arguments, which it must leave as they are."""
    arguments = copy.deepcopy(case)
    value = answer(*arguments)
    if not all(same(after, before, 0) for after, before in zip(arguments, case)):
        raise ValueError("the arguments were changed on the way; work on a copy of them")
    return value


def _plain(value):
    """As an array, or None if it is nothing of that kind."""
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array if array.dtype.kind in "biufUS" else None


def _letters(answer):
    """An answer in letters, such as "c, D" or ["D", "C"], as "CD"; anything else as it came."""
    if isinstance(answer, (list, tuple)) and all(isinstance(letter, str) for letter in answer):
        answer = "".join(answer)
    return "".join(sorted(filter(str.isalpha, answer.upper()))) if isinstance(answer, str) else answer


def _other_form(given, wanted):
    """The form that is asked for, if a value has another; it may mean the right answer."""
    given, wanted = _plain(given), _plain(wanted)
    if wanted.dtype.kind == "U":
        return "letters" if given is None or given.dtype.kind != "U" else ""
    if given is None or given.dtype.kind not in "biuf" or given.ndim != wanted.ndim:
        return "a plain list" if wanted.ndim else "a single number"
    return ""


def _with(module, case):
    """The arguments of a case by name, to begin a sentence with."""
    names = inspect.signature(module.right).parameters
    shown = ", ".join(f"{name} = {_short(value)}" for name, value in zip(names, case))
    return f"With {shown} " if shown else ""


def _differ(given, wanted):
    shapes = [np.shape(_plain(value)) for value in (given, wanted) if _plain(value) is not None]
    if len(shapes) == 2 and shapes[0] != shapes[1]:
        return f"it has shape {shapes[0]}, and should have {shapes[1]}."
    return f"it gives {_short(given)}, and should give {_short(wanted)}."


def _short(value):
    """A value in a line."""
    if isinstance(value, (str, bool, int)) or _plain(value) is None:
        return repr(value)
    if np.ndim(value) == 0:
        return f"{value:.5g}"
    return np.array2string(np.asarray(value), precision=4, threshold=8, separator=", ").replace("\n", "")

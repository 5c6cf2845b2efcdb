"""Bad input gets a clear error: each check names the value received and what was wanted."""

import sys

import numpy as np


def whole(name, value, least, most=None):
    """An integer from `least` to `most`, or below 2**53, as int. TypeError if none, ValueError if out of bounds."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
    if most is not None and value > most:
        raise ValueError(f"{name} must be at most {most}, got {value}")
    if value >= 2**53:  # float64 tells no others apart
        raise ValueError(f"{name} must be below 2**53, got {value}")
    return int(value)


def even(name, value):
    """An even integer of at least 2, as int: features come in pairs."""
    value = whole(name, value, 2)
    if value > 2**24:  # no model is wider, and no memory either
        raise ValueError(f"{name} must be at most 2**24, got {value}")
    if value % 2:
        raise ValueError(f"{name} must be even, since features come in pairs, got {value}")
    return value


def number(name, value):
    """A real number, as it came (an integer stays exact); it may be infinite or NaN."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} must be a real number, got {value!r}")
    return value.item() if isinstance(value, np.generic) else value


def above(name, value, bound):
    """A finite real number greater than `bound`, as it came."""
    value = number(name, value)
    if not bound < value <= sys.float_info.max:
        raise ValueError(f"{name} must be finite and greater than {bound}, got {value}")
    return value


def least(name, value, bound):
    """A finite real number of at least `bound`, as it came."""
    value = number(name, value)
    if not bound <= value <= sys.float_info.max:
        raise ValueError(f"{name} must be finite and at least {bound}, got {value}")
    return value


def share(name, value):
    """A real number from 0 to 1, as it came."""
    value = number(name, value)
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must be from 0 to 1, got {value}")
    return value


def flag(name, value):
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def one_of(name, value, choices):
    """One of the named choices. ValueError lists them."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}")
    return value


def words(name, value):
    """A string that says something."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, got {value!r}")
    if not value.strip():
        raise ValueError(f"{name} must not be empty, got {value!r}")
    return value


def rectangular(name, value):
    """Any array whose rows are equally long, none of it masked."""
    if isinstance(value, np.ma.MaskedArray):  # its mask would be lost without a word
        raise TypeError(f"{name} must be a plain array, got a masked one")
    try:
        return np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} must be a rectangular array, got {value!r}") from error


def broadcast(name, shape, other, other_shape):
    """Two shapes that broadcast against each other. ValueError names both."""
    try:
        np.broadcast_shapes(shape, other_shape)
    except ValueError as error:
        raise ValueError(f"{name} and {other} must broadcast, got shapes {shape} and {other_shape}") from error


def real(name, value, least_axes=0):
    """An array of real numbers with at least `least_axes` axes, in its own dtype; they may be infinite or NaN."""
    array = rectangular(name, value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold real numbers, got an array of {array.dtype}")
    if array.dtype.itemsize > 8:
        raise TypeError(f"{name} must hold numbers of at most 64 bits, got an array of {array.dtype}")
    if array.ndim < least_axes:
        raise ValueError(f"{name} must have at least {least_axes} axes, got shape {array.shape}")
    return array


def numbers(name, value, least_axes=0):
    """A real array with finite entries and at least `least_axes` axes, in its own dtype."""
    array = real(name, value, least_axes)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, got {array[~np.isfinite(array)].flat[0]} among them")
    if array.dtype.kind in "iu" and array.size and not -(2**53) < array.min() <= array.max() < 2**53:
        # float64 tells no others apart
        raise ValueError(f"{name} must lie between -2**53 and 2**53, got {array.min()} to {array.max()}")
    return array


def shaped(name, value, *axes):
    """A real array with finite entries and exactly the axes named."""
    array = numbers(name, value)
    if array.ndim != len(axes):
        raise ValueError(f"{name} must be of shape ({', '.join(axes)}), got {array.shape}")
    return array


def integers(name, value):
    """An array of integers, as int64. Whole floats are refused: a cast must be the caller's."""
    array = numbers(name, value)
    if array.size and array.dtype.kind == "f":
        raise TypeError(f"{name} must be integers, got an array of {array.dtype}")
    return array.astype(np.int64)


def offsets(query_positions, key_positions, whole=True):
    """(n_q,) and (n_k,) positions -> (n_q, n_k) offsets: key - query, in tokens."""
    check = integers if whole else numbers
    queries, keys = check("query_positions", query_positions), check("key_positions", key_positions)
    for name, positions in (("query_positions", queries), ("key_positions", keys)):
        if positions.ndim != 1:
            raise ValueError(f"{name} must have one axis, got shape {positions.shape}")
    if not whole:
        queries, keys = queries.astype(np.float64), keys.astype(np.float64)
    return keys - queries[:, None]


def same_width(name, array, other, other_array):
    """Two arrays whose last axes are equally long. ValueError names both."""
    if array.shape[-1] != other_array.shape[-1]:
        raise ValueError(f"{name} and {other} must be equally wide, got {array.shape[-1]} and {other_array.shape[-1]}")


def counts(name, value):
    """An array of integers, none negative, as int64."""
    array = integers(name, value)
    if array.size and array.min() < 0:
        raise ValueError(f"{name} must not be negative, got {array.min()}")
    return array


def score_inputs(queries, keys, query_positions, key_positions):
    """The four arguments of every encoding's `scores`, shapes matching; features as float64, so int8 does not wrap."""
    queries, keys = (numbers(n, a, 2).astype(np.float64) for n, a in (("queries", queries), ("keys", keys)))
    for name, vectors in (("queries", queries), ("keys", keys)):
        if np.abs(vectors).max(initial=0) > 1e150:  # or products would not be finite
            raise ValueError(f"{name} must lie between -1e150 and 1e150, got {vectors.min()} to {vectors.max()}")
    same_width("queries", queries, "keys", keys)
    broadcast("the heads of queries", queries.shape[:-2], "of keys", keys.shape[:-2])
    placed = []
    for name, vectors, positions in (("query", queries, query_positions), ("key", keys, key_positions)):
        positions = numbers(f"{name}_positions", positions)
        if positions.shape != vectors.shape[-2:-1]:
            raise ValueError(f"{name}_positions must have shape {vectors.shape[-2:-1]}, got {positions.shape}")
        placed.append(positions)
    return queries, keys, *placed

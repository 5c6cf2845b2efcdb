"""Bad input gets a clear error: each check names the value received and what was wanted."""

import sys

import numpy as np


def whole(name, value, least):
    """An integer of at least `least`, as int. TypeError if it is no integer, ValueError if too small."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
    return int(value)


def even(name, value):
    """An even integer of at least 2, as int: features come in pairs."""
    value = whole(name, value, 2)
    if value % 2:
        raise ValueError(f"{name} must be even, since features come in pairs, got {value}")
    return value


def above(name, value, bound):
    """A finite real number greater than `bound`, as it came (an integer stays exact)."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} must be a real number, got {value!r}")
    value = value.item() if isinstance(value, np.generic) else value
    if not bound < value <= sys.float_info.max:
        raise ValueError(f"{name} must be finite and greater than {bound}, got {value}")
    return value


def one_of(name, value, choices):
    """One of the named choices. ValueError lists them."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}")
    return value


def rectangular(name, value):
    """Any array whose rows are equally long."""
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


def numbers(name, value, least_axes=0):
    """A real array with finite entries and at least `least_axes` axes, in its own dtype."""
    array = rectangular(name, value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold real numbers, got an array of {array.dtype}")
    if array.ndim < least_axes:
        raise ValueError(f"{name} must have at least {least_axes} axes, got shape {array.shape}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, got {array[~np.isfinite(array)].flat[0]} among them")
    return array


def counts(name, value):
    """An array of integers, none negative, as int64. Whole floats are refused: a cast must be the caller's."""
    array = numbers(name, value)
    if array.size and array.dtype.kind == "f":
        raise TypeError(f"{name} must be integers, got an array of {array.dtype}")
    if array.size and array.min() < 0:
        raise ValueError(f"{name} must not be negative, got {array.min()}")
    if array.size and array.max() >= 2**53:  # from here on float64 no longer tells integers apart
        raise ValueError(f"{name} must be below 2**53, got {array.max()}")
    return array.astype(np.int64)


def score_inputs(queries, keys, query_positions, key_positions):
    """The four arguments of every encoding's `scores`, shapes matching; features as float64, so int8 does not wrap."""
    queries, keys = (numbers(n, a, 2).astype(np.float64) for n, a in (("queries", queries), ("keys", keys)))
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(f"queries and keys must be equally wide, got {queries.shape[-1]} and {keys.shape[-1]}")
    broadcast("the heads of queries", queries.shape[:-2], "of keys", keys.shape[:-2])
    placed = []
    for name, vectors, positions in (("query", queries, query_positions), ("key", keys, key_positions)):
        positions = numbers(f"{name}_positions", positions)
        if positions.shape != vectors.shape[-2:-1]:
            raise ValueError(f"{name}_positions must have shape {vectors.shape[-2:-1]}, got {positions.shape}")
        placed.append(positions)
    return queries, keys, *placed

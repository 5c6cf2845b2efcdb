"""Which layers rotate, from an interval or from a list of flags whose name misleads: a function for the numbers."""

import numpy as np

CASES = [(8, 4, []), (6, 3, []), (5, 4, [1, 0, 1, 1, 0])]


def right(n_layers, interval, flags):
    """With an interval of 4 the layers that stand still are 3, 7, 11, …, for the rule counts from 1 and you from 0."""
    return _marked(flags) if len(flags) else _marked((np.arange(n_layers) + 1) % interval != 0)


def name_believed(n_layers, interval, flags):
    """It believes the name: in no_rope_layers a 1 stands for a layer that does rotate."""
    return _marked(np.asarray(flags) == 0) if len(flags) else right(n_layers, interval, flags)


def first_layer_still(n_layers, interval, flags):
    """With an interval, layer 0 stands still here. It is the last layer of each group that does."""
    return right(n_layers, interval, flags) if len(flags) else _marked(np.arange(n_layers) % interval != 0)


def from_one(n_layers, interval, flags):
    """It counts layers from 1. Numbers from 0 were asked for."""
    return right(n_layers, interval, flags) + 1


def flags_ignored(n_layers, interval, flags):
    """It goes by the interval even where the file has a list. The list counts more."""
    return right(n_layers, interval, [])


def _marked(flags):
    """The numbers of the layers with a true flag."""
    return np.flatnonzero(flags)

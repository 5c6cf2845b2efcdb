"""T5's bucket for each offset, key - query, in a decoder with 32 buckets and the logarithm ending at 128."""

import numpy as np

from posviz.encodings import t5

CASES = [
    (np.array([3, 1, 0, -1, -7, -15]),),
    (np.array([-16, -17, -19, -25, -40, -60, -100]),),
    (np.array([-112, -113, -500]),),
]


def right(offsets):
    """Sixteen buckets for the first 16 distances, sixteen for all the others: fine nearby, coarse far away."""
    return t5.bucket(offsets, bidirectional=False)


def other_way(offsets):
    """It takes keys behind for keys ahead, and all of them land in bucket 0. T5's offset is key - query."""
    return t5.bucket(-offsets, bidirectional=False)


def never_ending(offsets):
    """It goes beyond bucket 31. Whatever is further away shares the last one."""
    return np.where(offsets > -16, right(offsets), 16 + np.floor(_steps(offsets)).astype(int))


def rounded(offsets):
    """It rounds to the nearest bucket. A distance belongs to the bucket that began last: round down."""
    return np.where(offsets > -16, right(offsets), np.minimum(16 + np.round(_steps(offsets)).astype(int), 31))


def encoder(offsets):
    """It is the encoder's rule, with half of the buckets for keys ahead. A decoder never looks there."""
    return t5.bucket(offsets)


def _steps(offsets):
    return 16 * np.log(np.maximum(-offsets, 16) / 16) / np.log(128 / 16)

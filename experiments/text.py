"""The text that the models learn from, and windows of it, in which a random word stands several times."""

from pydoc_data import topics

import config
import numpy as np

from posviz import tiny

TEXT = "\n".join(topics.topics.values()).translate(tiny.PLAIN)
CUT = round(len(TEXT) * (1 - config.HELD_OUT))
TRAINING, HELD_OUT = TEXT[:CUT], TEXT[CUT:]


def ids(text):
    return np.array([tiny.ALPHABET.index(c) for c in text])


IDS = ids(TRAINING)


def windows(seed, step, batch, length):
    """(batch, length + 1) characters' numbers. They depend on the seed and the step: the same for every encoding."""
    random = np.random.default_rng((seed, step))
    starts = random.integers(0, len(IDS) - length - 1, batch)
    rows = IDS[starts[:, None] + np.arange(length + 1)]
    for row in rows:
        word, times = ids(tiny.random_word(random)), random.integers(*config.TIMES, endpoint=True)
        gaps = random.choice(len(row) - times * (len(word) - 1), times, replace=False)
        for place, gap in enumerate(np.sort(gaps)):
            start = gap + place * (len(word) - 1)
            row[start : start + len(word)] = word
    return rows

"""What is asked of the tiny models: how surprised they are at each position, and what they can copy from afar."""

import numpy as np

from posviz import checks
from posviz.tiny.model import GREEK

LEAD = 16  # characters of text before the word
LONGEST, STEP = 1024, 768  # positions measured at most, and characters from one window to the next


def random_word(random):
    """Four Greek letters: one of the first six of the alphabet, one of the next six, and so on: 1,296 words.

    Args:
        random: a numpy Generator.
    """
    return "".join(random.choice(list(GREEK[start : start + 6])) for start in range(0, 24, 6))


def loss_by_position(model, text, length, **rotation):
    """The mean loss at each position, over windows of the text, 768 characters apart.

    Args:
        model: a Model. text: at least 1,025 characters.
        length: positions to measure, from 0, at most 1,024. The windows are the same whatever it is.
        rotation: as in Model.logits.
    Returns:
        (length,) nats per character.
    Raises:
        TypeError, ValueError: a text that is too short, a length that is no integer from 1 to 1,024.
    """
    ids, length = _encoded(model, text), checks.whole("length", length, 1)
    if length > LONGEST or len(ids) <= LONGEST:
        raise ValueError(
            f"this wants up to {LONGEST} positions of a longer text, got {length} of {len(ids)} characters"
        )
    starts = range(0, len(ids) - LONGEST, STEP)
    return np.mean([model.losses(ids[s : s + length + 1], **rotation) for s in starts], axis=0)


def in_bands(losses, width=16):
    """(n,) losses -> (n / width,) means over bands of positions. ValueError if the bands do not come out even."""
    losses, width = checks.shaped("losses", losses, "n"), checks.whole("width", width, 1)
    if len(losses) % width:
        raise ValueError(f"width must divide the {len(losses)} losses, got {width}")
    return losses.reshape(-1, width).mean(axis=-1)


def copied(model, text, distance, trials, **rotation):
    """How much of a random word is copied when it comes again: its first half is the cue, its second half is judged.

    The model sees text, a word, text, and the first letters of the same word: no Greek stands elsewhere.

    Args:
        model: a Model. text: what stands around the words.
        distance: from the first to the second coming, in tokens, at least 4.
        trials: how many windows, each with its own word and text.
        rotation: as in Model.logits.
    Returns:
        The share, from 0 to 1, of the letters in second halves for which the right one was the model's first choice.
        Someone who knows the pattern and guesses is right in 1 of 6.
    Raises:
        TypeError, ValueError: a distance or a number of trials that is too small or no integer; a text that is too
            short, or has Greek in it.
    """
    distance, trials = checks.whole("distance", distance, 4), checks.whole("trials", trials, 1)
    random, ids, right = np.random.default_rng(distance), _encoded(model, text), []
    if set(text) & set(GREEK):
        raise ValueError(
            f"text must hold no Greek, or the word is not alone, got {sorted(set(text) & set(GREEK))[0]!r}"
        )
    if len(ids) <= LEAD + distance + 4:
        raise ValueError(f"text must be longer than {LEAD + distance + 4} characters at this distance, got {len(ids)}")
    for _ in range(trials):
        word = model.encode(random_word(random))
        start = random.integers(0, len(ids) - LEAD - distance - len(word))
        window = ids[start : start + LEAD + distance + len(word)].copy()
        window[LEAD : LEAD + len(word)] = window[-len(word) :] = word
        half = len(word) // 2
        right.append(model.logits(window[:-1], **rotation)[-half:].argmax(axis=-1) == window[-half:])
    return float(np.mean(right))


def _encoded(model, text):
    if isinstance(model, str) or not hasattr(model, "encode"):  # a name in place of what load() makes of it
        raise TypeError(f"model must be a Model, as load() returns it, got {model!r}")
    return model.encode(text)

"""Which of six configs a reader of two lines gets wrong: letters, as one string."""


def right():
    """Each has another trap: a part of a head, a stretch, a width that is no quotient. None of them raises an error."""
    return "BCE"


def silence_is_no_fault():
    """Look at A again: no base is named. What does the model's class assume, and what does the reader?"""
    return "ABCE"


def raised_base_is_no_stretch():
    """Look at F again: where does its base stand, and does anything else in it change a frequency?"""
    return "BCEF"


def width_that_agrees():
    """Look at D again: it names a head_dim that the reader does not look at. But what does the reader come to?"""
    return "BCDE"


def width_missed():
    """One more is wrong. Divide hidden_size by the number of heads wherever a head_dim is named."""
    return "BC"


def stretch_missed():
    """One more is wrong. Look for a stretch, and ask whether it waits for a long text before it slows the pairs."""
    return "BE"


def share_missed():
    """One more is wrong. Is it the whole head that turns in each of these models?"""
    return "CE"

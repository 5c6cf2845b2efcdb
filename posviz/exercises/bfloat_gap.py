"""How far apart two neighbouring numbers of bfloat16 are between 4096 and 8192."""


def right():
    """So 31 of 32 positions there cannot be written down: to a model that casts first, the text stands still."""
    return 32


def nine_bits():
    """It needs 9 bits. Of the 8 significant bits the leading 1 is one."""
    return 16


def seven_bits():
    """It has only 7 bits. Seven are stored, but the leading 1 goes without saying, and that makes 8."""
    return 64


def as_above_256():
    """That is the gap just above 256. It doubles at each power of two."""
    return 2

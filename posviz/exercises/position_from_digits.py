"""The position that has these digits, the fastest first, in this radix."""

CASES = [([1, 1, 0], 2), ([3, 0, 2], 10), ([2, 1], 4)]


def right(digits, radix):
    """Digits can be undone one by one because they are exact. A slow wave is read with an error, as a dial is."""
    return sum(digit * radix**k for k, digit in enumerate(digits))


def slow_first(digits, radix):
    """It reads the digits as we write them, slowest first. Here the fastest comes first, in place 0."""
    return right(digits[::-1], radix)


def one_power_up(digits, radix):
    """It is too large by one power. The fastest digit counts single positions."""
    return radix * right(digits, radix)


def always_binary(digits, radix):
    """It takes every counter for a binary one. How many positions does one step of the second digit stand for?"""
    return right(digits, 2)

"""The row of Shaw's table for a query at 10 and a key at 3, with a largest distance of 4."""


def right():
    """A key at position 0 would read the same row: further back than 4, the table knows only "far"."""
    return 0


def other_way():
    """That is the row for keys far ahead. Shaw's offset is key - query: what sign has it for a key behind?"""
    return 8


def no_clipping():
    """It is not clipped. As an index, -3 counts from the end, and reads the row of keys that stand 2 ahead."""
    return -3


def not_moved():
    """That is the clipped offset. The table's rows count from 0, so which row is for offset 0?"""
    return -4

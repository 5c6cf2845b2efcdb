"""Do two lists of tokens hold the same tokens, each equally often?"""

from collections import Counter

CASES = [
    (["dog", "bites", "man"], ["man", "bites", "dog"]),
    (["the", "the", "dog"], ["the", "dog", "dog"]),
    (["re", "act"], ["reac", "t"]),
    (["dog"], ["dog", "dog"]),
    (["dog", "bites"], ["dog", "bites", "man"]),
    (["man", "bites"], ["man", "bites"]),
]


def right(first, second):
    """An encoder without positions that pools its tokens gives two such texts one class, whatever it has learned."""
    return Counter(first) == Counter(second)


def as_sets(first, second):
    """It forgets how often each token occurs, and a softmax does not: a token that stands twice gets two weights."""
    return set(first) == set(second)


def as_lists(first, second):
    """It compares token by token, in order. A bag has no order."""
    return list(first) == list(second)


def as_letters(first, second):
    """It compares the letters. A model never sees letters, only the pieces that the tokenizer emits."""
    return sorted("".join(first)) == sorted("".join(second))

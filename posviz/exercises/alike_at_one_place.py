"""The cosine between two different tokens at the same position, when embeddings are multiplied by a factor."""

CASES = [(512, 1.0), (512, 512**0.5), (128, 3.0)]


def right(d_model, factor):
    """With the factor √d it is 1/3 at every width: enough of the token is left to be told from another."""
    return (d_model / 2) / (d_model / 2 + factor**2)


def one_for_each_feature(d_model, factor):
    """It gives the position the length √d. Sine and cosine of one pair have length 1 together, not each."""
    return d_model / (d_model + factor**2)


def lengths_not_squared(d_model, factor):
    """It adds lengths. At right angles their squares add, and a dot product with itself is a square too."""
    return (d_model / 2) ** 0.5 / ((d_model / 2) ** 0.5 + factor)


def factor_not_squared(d_model, factor):
    """The factor occurs in it once. It makes the token longer, and the token's length occurs squared."""
    return (d_model / 2) / (d_model / 2 + factor)

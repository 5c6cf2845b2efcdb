"""A small transformer, forward only: where a position code comes in, in plain numpy (after Vaswani et al. 2017)."""

import dataclasses
import math

import numpy as np

from posviz import checks
from posviz.encodings import alibi, learned, rope, sinusoidal, t5

GREEK = "αβγδεζηθικλμνξοπρστυφχψω"  # only in the words that are planted
ALPHABET = "\n" + "".join(map(chr, range(32, 127))) + GREEK
PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "°": "deg", "ß": "ss"})
BLOCK = 64  # queries at a time: their scores stay in the cache


@dataclasses.dataclass(frozen=True)
class Model:
    """Weights and settings. Widths: d_model = n_heads x head_dim features for each token; float32 throughout."""

    encoding: str  # a room of posviz.encodings
    train_length: int  # tokens
    n_heads: int
    weights: dict  # name -> array; those of a layer are stacked along the first axis
    frequencies: np.ndarray | None = None  # (n_pairs,) radians per position, where queries and keys turn
    attention_factor: float = 1.0

    def encode(self, text):
        """Characters -> (n,) numbers. ValueError for a character that is not in the alphabet."""
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, got {text!r}")
        text = text.translate(PLAIN)
        unknown = sorted(set(text) - set(ALPHABET))
        if unknown:
            raise ValueError(
                f"text must hold printable ASCII, line ends and small Greek letters only, got {unknown[0]!r}"
            )
        return np.array([ALPHABET.index(c) for c in text], dtype=np.int64)

    def logits(self, ids, frequencies=None, attention_factor=1.0, capped=()):
        """Scores of every character as the next one, after each token.

        Args:
            ids: (n,) characters' numbers, from `encode`.
            frequencies: (n_pairs,) radians per position, in place of the model's own.
            attention_factor: multiplies what turns, on top of the model's own.
            capped: numbers of the pairs that see no key further off than train_length - 1 (as in Su 2023, ReRoPE).
        Returns:
            (n, n_characters) in float32.
        Raises:
            IndexError: an id outside the alphabet, a pair that is not there, a position without a row in a table.
            TypeError, ValueError: ids or pairs are no integers; a rotation is asked of a model that does not turn, or
                one so large that logits are not finite.
        """
        ids = known(ids, 1)
        rotation = self._rotation(frequencies, attention_factor, capped)
        x, bias, w, cap = self._embedded(ids), self._bias(len(ids)), self.weights, self.train_length - 1
        for layer in range(len(w["qkv"])):
            queries_keys, values = self._heads(normed(x, w["norms"][2 * layer]) @ w["qkv"][layer])
            heads = attended(turned(queries_keys, cap, *rotation), bias, values, cap)
            x += heads.swapaxes(0, 1).reshape(x.shape) @ w["out"][layer]
            x += np.maximum(normed(x, w["norms"][2 * layer + 1]) @ w["up"][layer], 0) @ w["down"][layer]
        return checks.numbers("logits", normed(x, w["norms"][-1]) @ w["head"])

    def losses(self, ids, **rotation):
        """How surprised the model is by each next character: -log of the probability it gave.

        Args:
            ids: (n,) with n at least 2.
            rotation: frequencies, attention_factor and capped, as in `logits`.
        Returns:
            (n - 1,) nats.
        Raises:
            TypeError, ValueError: as in `logits`.
        """
        ids = known(ids, 2)
        logits = self.logits(ids[:-1], **rotation).astype(np.float64)
        logits -= logits.max(axis=-1, keepdims=True)
        return np.log(np.exp(logits).sum(axis=-1)) - np.take_along_axis(logits, ids[1:, None], axis=-1)[:, 0]

    def _embedded(self, ids):
        """Tokens, plus their places if the encoding is absolute, (n, d_model): the first way in for order."""
        x = self.weights["embedding"][ids]
        if self.encoding == "sinusoidal":
            x += sinusoidal.encode(np.arange(len(ids)), x.shape[1])
        if self.encoding == "learned":
            x += learned.encode(np.arange(len(ids)), self.weights["positions"])
        return x

    def _bias(self, n):
        """What is added to the scores, (n_heads, n, n): the second place. Keys ahead get -inf.

        A relative bias is one row, laid out again and again one step further: a view, no copy.
        """
        row = np.zeros((self.n_heads, 1, 2 * n - 1), np.float32)
        if self.encoding == "alibi":
            row += alibi.bias([n - 1], np.arange(2 * n - 1), alibi.slopes(self.n_heads))
        if self.encoding == "t5":
            row += t5.bias([n - 1], np.arange(2 * n - 1), self.weights["bias"], bidirectional=False)
        row[..., n:] = -np.inf
        return np.lib.stride_tricks.sliding_window_view(row[:, 0], n, axis=-1)[:, ::-1]

    def _rotation(self, frequencies, attention_factor, capped):
        """The last three arguments of `turned`, checked. A model that does not turn has no frequencies at all."""
        factor = checks.above("attention_factor", attention_factor, 0) * self.attention_factor
        capped = checks.counts("capped", capped)
        if capped.ndim != 1:
            raise ValueError(f"capped must have shape (n,), got {capped.shape}")
        if self.frequencies is None:
            if frequencies is not None or factor != 1 or capped.size:
                raise ValueError(f"only a model that rotates can be turned otherwise, not encoding {self.encoding!r}")
            return np.zeros(0), factor, capped
        used = self.frequencies if frequencies is None else checks.shaped("frequencies", frequencies, "n_pairs")
        if used.shape != self.frequencies.shape:
            raise ValueError(f"frequencies must be {len(self.frequencies)}, one for each pair, got {len(used)}")
        if capped.size and capped.max() >= len(used):
            raise IndexError(f"capped must name pairs from 0 to {len(used) - 1}, got {capped.max()}")
        return used, factor, capped

    def _heads(self, features):
        """(n, 3 d_model) -> queries (divided by sqrt(head_dim)) and keys, then values, all (n_heads, n, head_dim)."""
        split = features.reshape(len(features), 3, self.n_heads, -1).transpose(1, 2, 0, 3).copy()  # in one piece
        split[0] /= np.float32(math.sqrt(split.shape[-1]))
        return split[:2], split[2]


def known(ids, least):
    """Characters' numbers, (n,) with n at least `least`, all of them in the alphabet."""
    ids = checks.counts("ids", ids)
    if ids.ndim != 1 or len(ids) < least:
        raise ValueError(f"ids must have shape (n,) with n at least {least}, got {ids.shape}")
    if ids.max() >= len(ALPHABET):
        raise IndexError(f"ids must be below {len(ALPHABET)}, the number of characters, got {ids.max()}")
    return ids


def normed(x, gain):
    """Each token's features divided by their root mean square (Zhang and Sennrich 2019), times a trained gain."""
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + np.float32(1e-6)) * gain


def turned(queries_keys, cap, frequencies, attention_factor, capped):
    """Queries and keys, turned by their places: the third place where order can enter.

    Returns:
        [queries and keys], and if pairs are capped the same once more, as they meet beyond the cap: turned in the
        capped pairs as if every key stood `cap` tokens behind its query.
    """
    positions = np.arange(queries_keys.shape[2])

    def turn(both, frequencies):
        return rope.rotate(both, positions, frequencies, attention_factor=attention_factor)

    if not len(frequencies):
        return [queries_keys]
    sides = [turn(queries_keys, frequencies)]
    if len(capped):
        growing, fixed = frequencies.copy(), np.zeros(len(frequencies))
        growing[capped], fixed[capped] = 0, frequencies[capped]
        queries, keys = queries_keys
        sides.append(turn(np.stack([rope.rotate(queries, cap, fixed), keys]), growing))
    return sides


def attended(sides, bias, values, cap):
    """(n_heads, n, head_dim) means of the values; weights are a softmax over the query's own key and earlier ones."""
    out, n = np.empty_like(values), values.shape[1]
    for start in range(0, n, BLOCK):
        stop = min(start + BLOCK, n)
        first = 0 if bias[:, -1].any() else start  # without a bias there is only the mask to add
        scores, *far = (queries[:, start:stop] @ keys[:, :stop].swapaxes(-1, -2) for queries, keys in sides)
        if far:
            distance = np.arange(start, stop)[:, None] - np.arange(stop)
            scores = np.where(distance > cap, far[0], scores)
        scores[..., first:] += bias[:, start:stop, first:stop]
        scores -= scores.max(axis=-1, keepdims=True)
        weights = np.exp(scores, out=scores)
        out[:, start:stop] = weights @ values[:, :stop] / weights.sum(axis=-1, keepdims=True)
    return out

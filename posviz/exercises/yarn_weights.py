"""Attention weights of a model stretched by YaRN, from dot products without its attention factor: a function."""

import math

import numpy as np

from posviz import attention
from posviz.rope_scaling import yarn

CASES = [
    (np.array([[3.0, 1.0, -2.0]]), 4, 4.0),
    (np.array([[8.0, 0.0, 4.0, -4.0], [1.0, 12.0, 3.0, 0.0]]), 64, 32.0),
]


def right(products, head_dim, factor):
    """The factor acts like a temperature below 1: large weights become larger, and small ones smaller."""
    return attention.weights(yarn.attention_factor(factor) ** 2 * products / math.sqrt(head_dim))


def one_side_only(products, head_dim, factor):
    """The attention factor comes in once. Queries carry it, and who else?"""
    return attention.weights(yarn.attention_factor(factor) * products / math.sqrt(head_dim))


def after_softmax(products, head_dim, factor):
    """The factor comes after softmax, and the weights no longer sum to 1. It belongs to the scores, before softmax."""
    return yarn.attention_factor(factor) ** 2 * attention.weights(products / math.sqrt(head_dim))


def not_divided(products, head_dim, factor):
    """The division by the square root of head_dim is missing. The attention factor does not replace it."""
    return attention.weights(yarn.attention_factor(factor) ** 2 * products)


def common_logarithm(products, head_dim, factor):
    """The logarithm is that to base 10. In 0.1 ln s + 1 it is the natural one, np.log or math.log."""
    return attention.weights((0.1 * math.log10(factor) + 1) ** 2 * products / math.sqrt(head_dim))

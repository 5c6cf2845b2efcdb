"""The same transformer as posviz.tiny, in PyTorch, because PyTorch can train. `agrees` holds the two together."""

import math

import config
import numpy as np
import torch
from torch.nn import functional

from posviz import tiny
from posviz.encodings import alibi, rope, sinusoidal, t5


class Transformer(torch.nn.Module):
    """Weights have the names and shapes that posviz.tiny reads. Drawn by numpy, so that a seed means one start."""

    def __init__(self, job, seed):
        super().__init__()
        self.job = job
        c, random = config, np.random.default_rng(seed)

        def drawn(*shape, spread):
            return torch.nn.Parameter(torch.tensor(random.normal(scale=spread, size=shape), dtype=torch.float32))

        n, d, h = c.N_LAYERS, c.D_MODEL, c.HIDDEN
        self.embedding = drawn(len(tiny.ALPHABET), d, spread=1.0)
        self.head = drawn(d, len(tiny.ALPHABET), spread=0.1 * d**-0.5)
        self.qkv = drawn(n, d, 3 * d, spread=d**-0.5)
        self.out = drawn(n, d, d, spread=d**-0.5 / math.sqrt(2 * n))
        self.up = drawn(n, d, h, spread=d**-0.5)
        self.down = drawn(n, h, d, spread=h**-0.5 / math.sqrt(2 * n))
        self.norms = torch.nn.Parameter(torch.ones(2 * n + 1, d))
        if job.encoding == "learned":
            self.positions = drawn(c.LONGEST, d, spread=0.1)
        if job.encoding == "t5":
            self.bias = torch.nn.Parameter(torch.zeros(c.T5_BUCKETS, c.N_HEADS))

    def forward(self, ids):
        """(batch, n) characters' numbers -> (batch, n, n_characters) logits."""
        n = ids.shape[1]
        x = self.embedding[ids]
        if self.job.encoding == "sinusoidal":
            x = x + torch.tensor(sinusoidal.encode(np.arange(n), config.D_MODEL), dtype=torch.float32)
        if self.job.encoding == "learned":
            x = x + self.positions[:n]
        bias, turns = self.score_bias(n), self.turns(n)
        for layer in range(config.N_LAYERS):
            features = self.normed(x, 2 * layer) @ self.qkv[layer]
            q, k, v = features.view(*ids.shape, 3, config.N_HEADS, -1).permute(2, 0, 3, 1, 4)
            if turns is not None:
                q, k = (
                    torch.view_as_real(torch.view_as_complex(s.reshape(*s.shape[:-1], -1, 2)) * turns).flatten(-2)
                    for s in (q, k)
                )
            attended = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias, is_causal=bias is None)
            x = x + attended.transpose(1, 2).flatten(-2) @ self.out[layer]
            x = x + functional.relu(self.normed(x, 2 * layer + 1) @ self.up[layer]) @ self.down[layer]
        return self.normed(x, -1) @ self.head

    def normed(self, x, row):
        return functional.rms_norm(x, x.shape[-1:], self.norms[row], eps=1e-6)

    def score_bias(self, n):
        """(n_heads, n, n), -inf ahead of the query; None where there is nothing but the causal mask."""
        if self.job.encoding not in ("alibi", "t5"):
            return None
        places = np.arange(n)
        if self.job.encoding == "alibi":
            bias = torch.tensor(alibi.bias(places, places, alibi.slopes(config.N_HEADS)), dtype=torch.float32)
        else:
            buckets = t5.bucket(places - places[:, None], config.T5_BUCKETS, bidirectional=False)
            bias = self.bias[torch.tensor(buckets)].permute(2, 0, 1)
        return bias.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), -torch.inf)

    def turns(self, n):
        """(n, n_pairs) complex numbers that turn queries and keys, from posviz's own rotation of (1, 0)."""
        if self.job.frequencies is None:
            return None
        unit = np.tile([1.0, 0.0], (n, len(self.job.frequencies)))
        turned = rope.rotate(unit, np.arange(n), self.job.frequencies, attention_factor=self.job.attention_factor)
        return torch.view_as_complex(torch.tensor(turned, dtype=torch.float32).view(n, -1, 2))

    def exported(self):
        """The same model in posviz.tiny, its weights rounded to float16 as they are shipped."""
        weights = {name: p.detach().half().float().numpy() for name, p in self.named_parameters()}
        j = self.job
        return tiny.Model(j.encoding, j.plan.length, config.N_HEADS, weights, j.frequencies, j.attention_factor)

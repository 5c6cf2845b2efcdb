"""Ways to stretch RoPE past its training length: one file is one method, its functions' parameters are its settings.

A method has `frequencies(head_dim, ..., base)`; `ROPE_TYPES`, the names that config files know it by; and, where turned
queries and keys are also scaled, `attention_factor(...)`. `from_config` finds it by looking in this folder.
"""

from posviz.rope_scaling.from_config import Rotary, from_config

__all__ = ["Rotary", "from_config"]

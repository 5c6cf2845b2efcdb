"""What a config.json leaves unsaid: what each model type's class in Hugging Face's transformers assumes.

Only what the rotation needs stands here, and only where files of that type are known to leave it out.
"""

_PLAIN = {"rope_theta": 10_000.0}
_LLAMA = _PLAIN | {"hidden_size": 4096, "num_attention_heads": 32}  # left out where they are parts of larger models

# Keys and values that hold where the file has none.
DEFAULTS = {
    "RefinedWeb": _PLAIN,  # Falcon 40B as first released
    "RefinedWebModel": _PLAIN,  # the first Falcon
    "baichuan": _PLAIN,
    "bamba": _PLAIN | {"partial_rotary_factor": 0.5},
    "chatglm": _PLAIN | {"partial_rotary_factor": 0.5},
    "codegen": _PLAIN | {"rotary_dim": 64},
    "cohere": _PLAIN,
    "cohere2": _PLAIN,
    "deepseek_v2": _PLAIN,
    "deepseek_v3": _PLAIN,
    "ernie4_5": {"rope_theta": 500_000.0, "head_dim": 128},
    "ernie4_5_moe": {"rope_theta": 500_000.0},
    "esm": _PLAIN,
    "exaone": _PLAIN,
    "exaone4": _PLAIN,
    "falcon": _PLAIN,
    "gemma": _PLAIN | {"head_dim": 256},
    "gemma2": _PLAIN | {"head_dim": 256},
    "gemma3_text": {"rope_theta": 1_000_000.0, "rope_local_base_freq": 10_000.0, "head_dim": 256},
    "gemma4_text": {"head_dim": 256, "global_head_dim": 512},
    "glm": _PLAIN | {"partial_rotary_factor": 0.5},
    "glm4": _PLAIN | {"partial_rotary_factor": 0.5},
    "gpt_neox": {"rotary_emb_base": 10_000.0, "rotary_pct": 0.25},
    "gpt_oss": {"rope_theta": 150_000.0, "head_dim": 64},
    "gptj": _PLAIN | {"rotary_dim": 64},
    "granite": _PLAIN,
    "hf_olmo": _PLAIN,
    "internlm": _PLAIN,
    "llama": _LLAMA,
    "llama4": {"rope_theta": 500_000.0},
    "llama4_text": {"rope_theta": 500_000.0},
    "llava_llama": _PLAIN,
    "minicpm": _PLAIN,
    "minicpm3": _PLAIN,
    "mistral": _LLAMA,
    "mixtral": {"rope_theta": 1_000_000.0},
    "modernbert": {"global_rope_theta": 160_000.0, "local_rope_theta": 10_000.0},
    "moss": _PLAIN | {"rotary_dim": 64},
    "nemotron": _PLAIN | {"partial_rotary_factor": 0.5},
    "olmo": _PLAIN,
    "olmo2": _PLAIN,
    "olmo3": _PLAIN,
    "persimmon": {"rope_theta": 25_000.0, "partial_rotary_factor": 0.5},
    "phi": _PLAIN | {"partial_rotary_factor": 0.5},
    "phi-msft": _PLAIN,
    "phi3": _PLAIN,
    "qwen2": _LLAMA,
    "qwen2_vl": _PLAIN,
    "qwen3": _PLAIN,
    "qwen3_next": _PLAIN | {"head_dim": 256, "partial_rotary_factor": 0.25},
    "roformer": _PLAIN,
    "smollm3": {"rope_theta": 2_000_000.0},
    "stablelm": _PLAIN | {"partial_rotary_factor": 0.25},
    "starcoder2": _PLAIN,
    "xverse": _PLAIN,
}

TABLE = "adds a learned table of positions to the embeddings"
WAVES = "adds sinusoids to the embeddings"
BUCKETS = "adds a learned bias for each bucket of offsets to the scores (T5)"
SLOPES = "adds a bias that falls with the distance to the scores (ALiBi)"
NOTHING = "has no encoding of positions: layers without attention see the order"
NO_ATTENTION = "has no attention, and so no encoding of positions"

# What models without a rotation do instead.
WITHOUT_ROTATION = dict.fromkeys(["albert", "bart", "bert", "camembert", "clip_text_model", "distilbert"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["electra", "gpt2", "gpt_bigcode", "gpt_neo", "mbart", "openai-gpt", "opt"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["roberta", "vit", "xlm-roberta"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["beit", "big_bird", "bigbird_pegasus", "biogpt", "blenderbot"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["blenderbot-small", "convbert", "deit", "dinov2", "dpr", "ernie", "flaubert"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["imagegpt", "layoutlm", "led", "longformer", "luke", "megatron-bert"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["mobilebert", "plbart", "rembert", "siglip_text_model", "siglip2_text_model"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["squeezebert", "xlm", "xmod"], TABLE)
WITHOUT_ROTATION |= dict.fromkeys(["ctrl", "fsmt", "m2m_100", "marian", "nllb-moe", "pegasus", "xglm"], WAVES)
WITHOUT_ROTATION |= dict.fromkeys(["longt5", "mt5", "switch_transformers", "t5", "udop", "umt5"], BUCKETS)
WITHOUT_ROTATION |= dict.fromkeys(["bloom", "mpt"], SLOPES)
WITHOUT_ROTATION |= dict.fromkeys(["falcon_mamba", "mamba", "mamba2"], NO_ATTENTION)
WITHOUT_ROTATION |= dict.fromkeys(["rwkv", "rwkv5", "rwkv6", "rwkv7", "xlstm"], NO_ATTENTION)
WITHOUT_ROTATION |= dict.fromkeys(["jamba", "kimi_linear", "nemotron_h", "zamba"], NOTHING)
WITHOUT_ROTATION |= {
    "deberta": "compares contents and learned offsets in the scores",
    "deberta-v2": "compares contents and learned offsets in the scores",
    "layoutlmv3": f"{TABLE}, and {BUCKETS}",
    "mpnet": f"{TABLE}, and {BUCKETS}",
    "hubert": "adds a convolution over time to its input",
    "wav2vec2": "adds a convolution over time to its input",
    "transfo-xl": "compares contents and sinusoids of the offset in the scores",
    "whisper": "adds sinusoids in its encoder and a learned table in its decoder",
    "xlnet": "compares contents and sinusoids of the offset in the scores",
}
EMBEDDING_TYPES = {
    "absolute": TABLE,
    "alibi": SLOPES,
    "learned_absolute": TABLE,
    "nope": NOTHING,
    "relative_key": "compares queries with a learned vector for each clipped offset (Shaw)",
    "relative_key_query": "compares queries and keys with a learned vector for each clipped offset",
}

# Layer types that do not turn at all, and layer types that turn without the stretch, though the file does not say so.
# A type is named with the key without which the model has no such layers.
STILL_LAYERS = {
    "cohere2": ("full_attention", "sliding_window"),
    "afmoe": ("full_attention", "sliding_window"),
    "exaone4": ("full_attention", "sliding_window"),
    "exaone4_5_text": ("full_attention", "sliding_window"),
    "exaone_moe": ("full_attention", "sliding_window"),
    "llama4_text": ("full_attention", "attention_chunk_size"),
}
EVERY_FOURTH_LAYER_STILL = {"llama4", "llama4_text", "smollm3"}  # unless no_rope_layers says otherwise
UNSTRETCHED_LAYERS = {"olmo3": "sliding_attention"}

# Their heads turn by two coordinates, a row and a column, which share the pairs out between them.
OF_IMAGES = {"dinov3_vit", "llama4_vision_model", "pixtral"}

# The others pair features (i, i + n_pairs).
INTERLEAVED = {"chatglm", "codegen", "cohere", "cohere2", "deepseek_v2", "deepseek_v3", "ernie4_5", "glm", "glm4"}
INTERLEAVED |= {"bailing_hybrid", "deepseek_v32", "ernie4_5_moe", "ernie4_5_moe_vl", "ernie4_5_vl_moe_text"}
INTERLEAVED |= {"glm4_moe_lite", "glm4v", "glm4v_text", "glm_moe_dsa", "glm_ocr", "glm_ocr_text", "gptj", "helium"}
INTERLEAVED |= {"kimi_k2", "llama4", "llama4_text", "longcat_flash", "mistral4", "moss", "roformer", "youtu"}

"""Ways to stretch RoPE past its training length. One file is one method; each has `frequencies`."""

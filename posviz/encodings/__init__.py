"""Ways to tell attention where tokens stand. One file is one encoding; each has `RELATIVE` and `scores`."""

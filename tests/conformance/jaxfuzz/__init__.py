"""Random jax programs, run by Ingot and by jax: see ../jax_fuzz.py."""

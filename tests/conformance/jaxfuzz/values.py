"""Element types, shapes and the numbers that programs are fed with."""
import contextlib

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

jax.config.update("jax_enable_x64", True)

HALVES = ("bfloat16", "float16")
FLOATS = HALVES + ("float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
NUMBERS = FLOATS + INTEGERS
ALL = NUMBERS + COMPLEX + ("bool",)
# How often a fresh argument has a type: most programs of users are float32.
WEIGHTS = {"float32": 8, "float64": 3, "int32": 3, "bfloat16": 2}
MOST_ELEMENTS = 10000

_wide = False


@contextlib.contextmanager
def wide_floats():
    """Within, `real` gives float64 for every real float: steps that name a type
    then compute with more bits than the program has."""
    global _wide
    _wide = True
    try:
        yield
    finally:
        _wide = False


def real(dtype):
    """The type to use where a step names one."""
    return widened(dtype) if _wide else np.dtype(dtype)


def widened(dtype):
    if is_complex(dtype):
        return np.dtype("complex128")
    return np.dtype("float64") if is_float(dtype) else np.dtype(dtype)


def is_float(dtype):
    return jnp.issubdtype(dtype, jnp.floating)


def is_complex(dtype):
    return jnp.issubdtype(dtype, jnp.complexfloating)


def is_inexact(dtype):
    return is_float(dtype) or is_complex(dtype)


def epsilon(dtype):
    """The distance from 1 to the next number."""
    return float(ml_dtypes.finfo(np.dtype(dtype)).eps)


def smallest(dtype):
    """The smallest normal number. jax on CPUs flushes what lies below."""
    return float(ml_dtypes.finfo(np.dtype(dtype)).smallest_normal)


def draw(rng, shape, dtype, how="any"):
    """Random numbers of a type. `how`: "any" (now and then infinities, NaN and
    zeros too), "tame" (floats of moderate size only), "positive" (tame and not
    negative), or a number N: indices of an axis of size N, one in ten outside of it."""
    dtype = np.dtype(dtype)
    if isinstance(how, int):
        low, high = (-how - 2, how + 3) if rng.random() < 0.3 else (0, max(how, 1))
        low = 0 if dtype.kind == "u" else low
        return rng.integers(low, high, shape).astype(dtype)
    if dtype == bool:
        return rng.integers(0, 2, shape).astype(bool)
    if is_complex(dtype):
        part = "float32" if dtype == np.complex64 else "float64"
        return (draw(rng, shape, part, "tame")
                + 1j * draw(rng, shape, part, "tame")).astype(dtype)
    if is_float(dtype):
        scale = rng.choice([0.5, 1.0, 3.0])
        values = np.asarray(rng.standard_normal(shape) * scale)
        if how == "any" and rng.random() < 0.15:
            special = rng.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -2.5], shape)
            values = np.where(rng.random(shape) < 0.2, special, values)
        values = np.abs(values) if how == "positive" else values
        return np.asarray(values).astype(dtype)
    info = np.iinfo(dtype)
    if rng.random() < 0.3:
        return rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    return rng.integers(max(info.min, -9), 10, shape).astype(dtype)


def pick(rng, choices):
    """One of a sequence, unconverted (numpy's own would make strings of types)."""
    return choices[int(rng.integers(len(choices)))]


def pick_dtype(rng, choices=ALL):
    weights = np.array([WEIGHTS.get(c, 1) for c in choices], float)
    return choices[int(rng.choice(len(choices), p=weights / weights.sum()))]


def pick_shape(rng, low=0, high=4):
    """Sizes from few numbers, so that axes of different arguments often agree."""
    rank = int(rng.integers(low, high + 1))
    sizes = (1, 2, 3, 4, 5, 7, 8, 17) if rank < 3 else (1, 2, 3, 4, 5)
    shape = [int(pick(rng, sizes)) for _ in range(rank)]
    if rank and rng.random() < 0.15:  # empty, or long enough for vectors and tiles
        rare = (0, 33, 64, 100) if rank < 3 else (0, 9, 16)
        shape[int(rng.integers(rank))] = int(pick(rng, rare))
    return tuple(shape)

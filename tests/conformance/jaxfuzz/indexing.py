"""Gathers, scatters and slices at places that only the run knows."""
import jax.numpy as jnp
from jax import lax

from . import values
from .kinds import kind

INDEX_TYPES = ("int32", "int64", "uint32", "int16", "int8", "uint8")
MODES = ("fill", "clip", "promise_in_bounds", "wrap")


def index_argument(b, shape, size, safe=False):
    dtype = b.pick(INDEX_TYPES)
    ref = b.argument(shape, dtype, max(size, 1))
    if not safe:
        return ref
    return b.apply("indexing", f"clip(i, 0, {size - 1})",
                   lambda i: jnp.clip(i, 0, size - 1), ref, exact=True)


@kind("gather")
def take(b):
    x = b.value(values.ALL, 1)
    axis = b.axis(x)
    mode = b.pick(["fill", "clip", "wrap"])
    indices = index_argument(b, values.pick_shape(b.rng, 0, 2), b.shape(x)[axis])
    b.apply("gather", f"take(x, i, {axis}, mode={mode!r})",
            lambda x, i: jnp.take(x, i, axis, mode=mode), x, indices, exact=True)


@kind("gather")
def take_along_axis(b):
    x = b.value(values.ALL, 1)
    axis = b.axis(x)
    shape = list(b.shape(x))
    size = shape[axis]
    shape[axis] = b.between(1, 4)
    mode = b.pick(["fill", "clip"])
    b.apply("gather", f"take_along_axis(x, i, {axis}, mode={mode!r})",
            lambda x, i: jnp.take_along_axis(x, i, axis, mode=mode), x,
            index_argument(b, shape, size), exact=True)


@kind("gather")
def index(b):
    """x[i, :, j] and the like, with i and j broadcast together."""
    x = b.value(values.ALL, 1)
    rank = len(b.shape(x))
    chosen = sorted({b.axis(x) for _ in range(b.between(1, 2))})
    shape = values.pick_shape(b.rng, 0, 2)
    indices = [index_argument(b, shape, b.shape(x)[a]) for a in chosen]
    mode = b.pick([None, "clip", "fill"])

    def gather(x, *indices):
        at = [slice(None)] * rank
        for a, i in zip(chosen, indices):
            at[a] = i
        return x.at[tuple(at)].get(mode=mode)
    b.apply("gather", f"x.at[i at axes {chosen}].get(mode={mode!r})", gather, x, *indices,
            exact=True)


@kind("gather")
def dynamic_slice(b):
    x = b.value(values.ALL, 1)
    sizes = tuple(b.between(0 if d == 0 else 1, d) for d in b.shape(x))
    starts = index_argument(b, (len(sizes),), max(b.shape(x)))
    b.apply("gather", f"lax.dynamic_slice(x, starts, {sizes})",
            lambda x, s: lax.dynamic_slice(x, list(s), sizes), x, starts, exact=True)


@kind("scatter")
def dynamic_update_slice(b):
    x = b.value(values.ALL, 1)
    sizes = tuple(b.between(0 if d == 0 else 1, d) for d in b.shape(x))
    starts = index_argument(b, (len(sizes),), max(b.shape(x)))
    b.apply("scatter", "lax.dynamic_update_slice(x, u, starts)",
            lambda x, u, s: lax.dynamic_update_slice(x, u, list(s)), x, b.like(x, sizes),
            starts, exact=True)


@kind("scatter")
def scatter(b):
    how = b.pick(["set", "add", "min", "max", "multiply"])
    x = b.value(values.NUMBERS + (values.COMPLEX if how in ("set", "add") else ()), 1)
    rank, shape = len(b.shape(x)), values.pick_shape(b.rng, 0, 2)
    if how == "set":  # which of two updates of one place wins is not defined
        shape = ()
    chosen = sorted({b.axis(x) for _ in range(b.between(1, 2))})
    indices = [index_argument(b, shape, b.shape(x)[a]) for a in chosen]
    mode = b.pick([None, "drop", "clip"])
    adjacent = chosen == list(range(chosen[0], chosen[-1] + 1))
    rest = [d for a, d in enumerate(b.shape(x)) if a not in chosen]
    place = chosen[0] if adjacent else 0
    update = b.like(x, (*rest[:place], *shape, *rest[place:]))

    def write(x, u, *indices):
        at = [slice(None)] * rank
        for a, i in zip(chosen, indices):
            at[a] = i
        return getattr(x.at[tuple(at)], how)(u, mode=mode)
    b.apply("scatter", f"x.at[i at axes {chosen}].{how}(u, mode={mode!r})", write, x, update,
            *indices, exact=how in ("set", "min", "max"))


@kind("scatter")
def segment(b):
    x = b.value(values.NUMBERS, 1, 3)
    size = b.between(1, 5)
    name = b.pick(["add", "max", "min"])
    b.apply("scatter", f"zeros({size}).at[i].{name}(x)",
            lambda i, x: getattr(jnp.zeros((size, *x.shape[1:]), x.dtype).at[i], name)(x),
            index_argument(b, b.shape(x)[:1], size), x, exact=name != "add")


@kind("scatter")
def write_slice(b):
    x = b.value(values.ALL, 1)
    size = b.shape(x)[0]
    start, step = b.between(0, size), b.pick([1, 2])
    b.apply("scatter", f"x.at[{start}::{step}].set(0)",
            lambda x: x.at[start::step].set(jnp.zeros((), x.dtype)), x, exact=True)

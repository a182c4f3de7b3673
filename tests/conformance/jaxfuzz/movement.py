"""Steps that move data: shapes, padding, slices with sizes, concatenation, sorting."""
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import values
from .kinds import kind
from .program import Unfit


def move(b, text, function, *operands):
    return b.apply("movement", text, function, *operands, exact=True)


@kind("movement")
def transpose(b):
    x = b.value(values.ALL, 1)
    order = tuple(int(i) for i in b.rng.permutation(len(b.shape(x))))
    move(b, f"transpose(x, {order})", lambda x: jnp.transpose(x, order), x)


@kind("movement")
def reshape(b):
    x = b.value(values.ALL)
    sizes = [d for d in b.shape(x) if d != 1]
    while len(sizes) > 1 and b.chance(0.6):
        at = b.between(0, len(sizes) - 2)
        sizes[at:at + 2] = [sizes[at] * sizes[at + 1]]
    if b.chance(0.4):
        sizes.insert(b.between(0, len(sizes)), 1)
    if len(sizes) > 0 and b.chance(0.3):
        sizes[b.between(0, len(sizes) - 1)] = -1
    move(b, f"reshape(x, {tuple(sizes)})", lambda x: jnp.reshape(x, sizes), x)


@kind("movement")
def flip(b):
    x = b.value(values.ALL, 1)
    axes = b.axes(x)
    move(b, f"flip(x, {axes})", lambda x: jnp.flip(x, axes), x)


@kind("movement")
def broadcast(b):
    x = b.value(values.ALL, 0, 3)
    size, axis = b.between(1, 4), b.between(0, len(b.shape(x)))
    move(b, f"repeat(expand_dims(x, {axis}), {size}, {axis})",
         lambda x: jnp.repeat(jnp.expand_dims(x, axis), size, axis), x)


@kind("movement")
def tile(b):
    x = b.value(values.ALL, 1, 3)
    times = tuple(b.between(1, 3) for _ in b.shape(x))
    move(b, f"tile(x, {times})", lambda x: jnp.tile(x, times), x)


@kind("movement")
def roll(b):
    x = b.value(values.ALL, 1)
    shift, axis = b.between(-3, 3), b.axis(x)
    move(b, f"roll(x, {shift}, {axis})", lambda x: jnp.roll(x, shift, axis), x)


@kind("movement")
def pad(b):
    x = b.value(values.ALL, 1)
    config = tuple((b.between(-2, 3), b.between(-2, 3), b.pick([0, 0, 1, 2]))
                   for _ in b.shape(x))
    move(b, f"lax.pad(x, p, {config})", lambda x, p: lax.pad(x, p, config), x, b.like(x, ()))


@kind("movement")
def pad_mode(b):
    x = b.value(values.ALL, 1, 3)
    mode = b.pick(["reflect", "edge", "wrap", "symmetric"])
    width = tuple((b.between(0, 3), b.between(0, 3)) for _ in b.shape(x))
    move(b, f"pad(x, {width}, {mode!r})", lambda x: jnp.pad(x, width, mode=mode), x)


@kind("movement")
def static_slice(b):
    x = b.value(values.ALL, 1)
    parts = []
    for size in b.shape(x):
        start = b.between(0, size)
        parts.append(slice(start, b.between(start, size), b.pick([1, 1, 2, 3]))
                     if b.chance(0.6) else slice(None, None, b.pick([1, 1, 2, -1, -2])))
    index = tuple(parts)
    written = ", ".join(f"{p.start}:{p.stop}:{p.step}" for p in parts)
    move(b, f"x[{written}]".replace("None", ""), lambda x: x[index], x)


@kind("movement")
def concatenate(b):
    x = b.value(values.ALL, 1)
    axis = b.axis(x)
    shape = list(b.shape(x))
    shape[axis] = b.between(0 if b.chance(0.1) else 1, 5)
    move(b, f"concatenate([x, y, x], {axis})",
         lambda x, y: jnp.concatenate([x, y, x], axis), x, b.like(x, shape))


@kind("movement")
def stack(b):
    x = b.value(values.ALL, 0, 3)
    axis = b.between(0, len(b.shape(x)))
    move(b, f"stack([x, y], {axis})", lambda x, y: jnp.stack([x, y], axis), x, b.like(x))


@kind("movement")
def triangle(b):
    x = b.value(values.ALL, 2)
    name, k = b.pick(["tril", "triu"]), b.between(-2, 2)
    move(b, f"{name}(x, {k})", lambda x: getattr(jnp, name)(x, k), x)


@kind("movement")
def diagonal(b):
    x = b.value(values.ALL, 1, 2)
    k = b.between(-1, 1)
    move(b, f"diag(x, {k})", lambda x: jnp.diag(x, k), x)


@kind("movement")
def iota(b):
    x = b.value(values.NUMBERS, 1)
    dtype, axis = str(b.dtype(x)), b.axis(x)
    b.apply("movement", f"x + lax.broadcasted_iota({dtype}, x.shape, {axis})",
            lambda x: x + lax.broadcasted_iota(x.dtype, x.shape, axis), x)


@kind("sort")
def sort(b):
    x = b.value(values.NUMBERS + ("bool",), 1)
    axis = b.axis(x)
    name, function = b.pick([
        ("sort", jnp.sort), ("argsort", jnp.argsort),
        ("-sort", lambda x, axis: jnp.sort(x, axis, descending=True)),
        ("argsort-", lambda x, axis: jnp.argsort(x, axis, descending=True))])
    b.apply("sort", f"{name}(x, {axis})", lambda x: function(x, axis=axis), x, exact=True)


@kind("sort")
def sort_pairs(b):
    x = b.value(values.NUMBERS, 1)
    axis, which, keys = b.axis(x), b.between(0, 1), b.between(1, 2)
    b.apply("sort", f"lax.sort((x, y), dimension={axis}, num_keys={keys})[{which}]",
            lambda x, y: lax.sort((x, y), dimension=axis, num_keys=keys)[which],
            x, b.like(x), exact=True)


@kind("sort")
def top_k(b):
    x = b.value(values.NUMBERS, 1)
    size = b.shape(x)[-1]
    k, which = b.between(0, size), b.between(0, 1)
    b.apply("sort", f"lax.top_k(x, {k})[{which}]", lambda x: lax.top_k(x, k)[which], x,
            exact=True)


@kind("sort")
def searchsorted(b):
    x = b.value(values.FLOATS[2:] + values.INTEGERS, 1, 2)
    grid = b.argument((b.between(1, 9),), b.dtype(x), "tame")
    side = b.pick(["left", "right"])
    method = b.pick(["scan", "sort", "compare_all"])
    b.apply("sort", f"searchsorted(sort(grid), x, {side!r}, method={method!r})",
            lambda g, x: jnp.searchsorted(jnp.sort(g), x, side, method=method), grid, x,
            exact=True)


@kind("sort")
def unique(b):
    x = b.value(values.INTEGERS, 1, 2)
    size = int(np.prod(b.shape(x)))
    if not size:
        raise Unfit("empty")
    b.apply("sort", f"unique(x, size={size}, fill_value=0)",
            lambda x: jnp.unique(x, size=x.size, fill_value=0), x, exact=True)

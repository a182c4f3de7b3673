"""Contractions, convolutions, Fourier transforms, factorisations."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import values
from .kinds import kind
from .program import Unfit

TERMS = values.NUMBERS + values.COMPLEX


@kind("dot")
def matmul(b):
    x = b.value(TERMS, 1, 4)
    shape = b.shape(x)
    columns = b.between(1, 6)
    other = (shape[-1],) if b.chance(0.2) else (shape[-1], columns)
    if len(shape) > 2 and len(other) == 2 and b.chance(0.5):
        other = (*shape[:-2], *other)
    b.apply("dot", "x @ y", jnp.matmul, x, b.like(x, other))


@kind("dot")
def dot_general(b):
    """Random batching and contracting axes of both sides."""
    x = b.value(TERMS, 1, 4)
    shape = b.shape(x)
    order = [int(i) for i in b.rng.permutation(len(shape))]
    contracted = order[:b.between(0, min(2, len(order)))]
    batch = order[len(contracted):][:b.between(0, 1)]
    free = [b.between(1, 4) for _ in range(b.between(0, 1))]
    sizes = [shape[a] for a in contracted + batch] + free
    places = [int(i) for i in b.rng.permutation(len(sizes))]
    other = [0] * len(sizes)
    for place, size in zip(places, sizes):
        other[place] = size
    split = len(contracted)
    numbers = ((tuple(contracted), tuple(places[:split])),
               (tuple(batch), tuple(places[split:split + len(batch)])))
    dtype = str(b.dtype(x))
    into = b.pick([None, None, "float32" if dtype in values.HALVES else
                   "int32" if dtype in ("int8", "int16") else None])
    b.apply("dot", f"lax.dot_general(x, y, {numbers}, preferred_element_type={into})",
            lambda x, y: lax.dot_general(
                x, y, numbers, preferred_element_type=into and values.real(into)),
            x, b.like(x, other))


@kind("dot")
def einsum(b):
    text, left, right = b.pick([
        ("ij,kj->ik", 2, 2), ("bij,bjk->bik", 3, 3), ("ij,ij->i", 2, 2), ("i,j->ji", 1, 1),
        ("bhqd,bhkd->bhqk", 4, 4), ("ijk,kl->lij", 3, 2), ("ij,ji->", 2, 2), ("ij,j->i", 2, 1)])
    size = {c: b.between(1, 5) for c in set(text) - set(",->")}
    x = b.value(TERMS, left, left)
    first, second = text.split("->")[0].split(",")
    size.update(zip(first, b.shape(x)))
    b.apply("dot", f"einsum({text!r}, x, y)", lambda x, y: jnp.einsum(text, x, y), x,
            b.like(x, [size[c] for c in second]))


@kind("dot")
def mixed_dot(b):
    """Sides of different types, as quantised models have them."""
    x = b.value(("int8", "uint8", "bfloat16", "float16"), 2, 2)
    into = "float32" if values.is_float(b.dtype(x)) else "int32"
    b.apply("dot", f"lax.dot(x, y, preferred_element_type={into})",
            lambda x, y: lax.dot(x, y, preferred_element_type=values.real(into)),
            x, b.like(x, (b.shape(x)[1], b.between(1, 6))))


@kind("conv")
def convolution(b):
    spatial = b.between(1, 2)
    groups, per_group, out = b.pick([1, 1, 2, 3]), b.between(1, 3), b.between(1, 3)
    dtype = b.pick(["float32", "float32", "float64", "bfloat16", "float16", "int32", "int8",
                    "complex64"])
    batch_groups = b.pick([1, 1, 1, 2]) if groups == 1 else 1
    letters = "NC" + "DHW"[-spatial:]
    shuffled = "".join(letters[i] for i in b.rng.permutation(len(letters)))
    kernel = "".join("OIDHW".replace("D", "")[i] for i in
                     b.rng.permutation(4)) if spatial == 2 else b.pick(["OIW", "WIO", "IOW"])
    result = "".join(letters[i] for i in b.rng.permutation(len(letters)))
    size = {c: b.between(3, 8) for c in letters[2:]}
    size.update(N=b.between(1, 2) * batch_groups, C=groups * per_group)
    taps = {c: b.between(1, 3) for c in letters[2:]}
    taps.update(O=out * groups * batch_groups, I=per_group)
    keywords = {
        "window_strides": tuple(b.pick([1, 1, 2, 3]) for _ in range(spatial)),
        "padding": b.pick(["SAME", "VALID",
                           tuple((b.between(-1, 2), b.between(0, 2)) for _ in range(spatial))]),
        "lhs_dilation": tuple(b.pick([1, 1, 1, 2]) for _ in range(spatial)),
        "rhs_dilation": tuple(b.pick([1, 1, 2]) for _ in range(spatial)),
        "dimension_numbers": (shuffled, kernel, result),
        "feature_group_count": groups, "batch_group_count": batch_groups}
    x = b.argument([size[c] for c in shuffled], dtype, "tame")
    w = b.argument([taps[c] for c in kernel], dtype, "tame")
    function = (lambda x, w: lax.conv_general_dilated(x, w, **keywords))
    text = f"lax.conv_general_dilated(x, w, **{keywords})"
    if dtype in ("float32", "float64") and b.chance(0.3):
        which = b.between(0, 1)
        b.apply("conv", f"grad(sum of squares, {which}) of {text}",
                jax.grad(lambda x, w: jnp.sum(jnp.square(function(x, w))), which), x, w)
    else:
        b.apply("conv", text, function, x, w)


@kind("fft")
def fft(b):
    name = b.pick(["fft", "ifft", "rfft", "irfft", "fft2", "rfft2"])
    two = name.endswith("2")
    real = name.startswith("rfft")
    dtypes = ("float32", "float64") if real else values.COMPLEX
    x = b.value(dtypes, 2 if two else 1, 3)
    if not np.prod(b.shape(x)) or (name == "irfft" and b.shape(x)[-1] < 2):
        raise Unfit("empty")
    function = getattr(jnp.fft, name)
    # One infinity spreads over all sums, as infinity or NaN by the order of addition.
    b.apply("fft", f"jnp.fft.{name}(where(isfinite(x), x, 1))",
            lambda x: function(jnp.where(jnp.isfinite(x), x, 1)), x, ulps=8)


@kind("linalg")
def solve(b):
    size = b.between(1, 5)
    dtype = b.pick(["float32", "float64"])
    x = b.argument((size, size), dtype, "tame")
    y = b.argument((size, b.between(1, 3)), dtype, "tame")
    lower, transposed = b.chance(0.5), b.pick([0, 1])
    eye = 3 * size
    b.apply("linalg", f"solve_triangular(x + {eye} I, y, lower={lower}, trans={transposed})",
            lambda x, y: jax.scipy.linalg.solve_triangular(
                x + eye * jnp.eye(size, dtype=x.dtype), y, lower=lower, trans=transposed),
            x, y, ulps=8)


@kind("linalg")
def cholesky(b):
    size = b.between(1, 5)
    dtype = b.pick(["float32", "float64"])
    x = b.argument((*values.pick_shape(b.rng, 0, 1), size, size), dtype, "tame")
    b.apply("linalg", "cholesky(x @ x.mT + I)", lambda x: jnp.linalg.cholesky(
        x @ x.mT + jnp.eye(size, dtype=x.dtype)), x, ulps=8)

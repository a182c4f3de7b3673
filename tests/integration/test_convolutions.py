"""Convolutions of sizes that fit nothing: rests of vectors and of register tiles, few
filters, few channels, strided rows, narrow maps, groups. Drawn by a fixed seed and
compared with numpy, whose answer is exact: all factors are small whole numbers, so no
sum depends on its order and one wrong element is a failure.

INGOT_CONVOLUTIONS=N tries N of them instead of a minute's worth (the first ones are
always the same), INGOT_CONVOLUTIONS_SEED=S others.
"""
import concurrent.futures
import dataclasses
import itertools
import os
import pathlib
import random
import unittest

import numpy as np

from harness import Daemon, TestCase

COUNT = int(os.environ.get("INGOT_CONVOLUTIONS", 250))
SEED = int(os.environ.get("INGOT_CONVOLUTIONS_SEED", 13))
# Each has another width of vectors or other instructions for narrow types; with what the
# machine must have, as the kernel calls it.
TARGETS = {"host": set(), "x86-64": {"sse2"}, "x86-64-v3": {"avx2", "fma", "bmi2"},
           "x86-64-v4": {"avx512bw", "avx512dq", "avx512vl", "avx512cd"}}
# Around the widths of vectors and tiles, with the powers of two that are most used.
CHANNELS = (1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 24, 31, 32, 33, 48, 61, 64, 67, 96)
FILTERS = (1, 2, 3, 4, 6, 8, 11, 15, 16, 17, 20, 32, 33, 40, 64, 65, 72)
WIDTHS = (1, 2, 3, 5, 7, 8, 9, 13, 14, 16, 17, 20, 31, 33)


@dataclasses.dataclass(frozen=True)
class Convolution:
    """`channels` and `filters` are those of one group. With `reader`, a bias is added
    to the result and what is negative becomes zero."""
    target: str
    dtype: str
    layout: str
    images: int
    size: tuple
    channels: int
    filters: int
    groups: int
    window: tuple
    stride: tuple
    dilation: tuple
    pad: tuple  # (before, after) of each dimension
    constant: bool
    reader: bool

    @property
    def out(self):
        return tuple((size + sum(pad) - dilation * (taps - 1) - 1) // stride + 1
                     for size, pad, dilation, taps, stride in zip(
                         self.size, self.pad, self.dilation, self.window, self.stride))

    @property
    def products(self):
        """How many multiplications it takes."""
        return (self.images * np.prod(self.out) * np.prod(self.window) * self.groups *
                self.channels * self.filters)


def draw(choose):
    """The next convolution of a generator of random numbers, of bounded length."""
    while True:
        depthwise = choose.random() < 0.2
        grouped = not depthwise and choose.random() < 0.2
        window = tuple(choose.choice((1, 1, 2, 3, 3, 5, 7)) for _ in range(2))
        each = [choose.choice(WIDTHS), choose.choice(WIDTHS)]
        found = Convolution(
            target=choose.choice(tuple(TARGETS)), dtype=choose.choice(("f32", "f32", "bf16", "i8")),
            layout=choose.choice(("nhwc", "nchw")), images=choose.choice((1, 1, 2, 3)),
            size=tuple(each), channels=1 if depthwise else choose.choice(CHANNELS),
            filters=choose.choice((1, 1, 1, 2)) if depthwise else choose.choice(FILTERS),
            groups=choose.choice(CHANNELS[1:]) if depthwise else
            choose.choice((2, 3, 4)) if grouped else 1,
            window=window, stride=tuple(choose.choice((1, 1, 1, 2, 3)) for _ in each),
            dilation=tuple(choose.choice((1, 1, 1, 2)) for _ in each),
            pad=tuple(choose.choice(((0, 0), (1, 1), (0, 1), (2, 1))) for _ in each),
            constant=choose.random() < 0.6, reader=choose.random() < 0.4)
        if min(found.out) > 0 and found.products < 4e7:
            return found


def tensor(shape, dtype):
    return f"tensor<{'x'.join(map(str, [*shape, dtype]))}>"


def total_type(dtype):
    return "i32" if dtype == "i8" else dtype


def encode(values, dtype):
    """Whole numbers as elements of `dtype`; rounded to even where bf16 has not all."""
    if dtype != "bf16":
        return values.astype({"f32": np.float32, "i8": np.int8, "i32": np.int32}[dtype])
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16).view("V2")


def reference(c, x, w, bias):
    """Of x as (N, H, W, groups, C) and w as (groups, H, W, C, F)."""
    padded = np.pad(x, [(0, 0), *c.pad, (0, 0), (0, 0)])
    total = np.zeros((c.images, *c.out, c.groups, c.filters))
    for tap in itertools.product(*map(range, c.window)):
        window = padded[(slice(None), *(
            slice(t * d, t * d + s * (n - 1) + 1, s)
            for t, d, s, n in zip(tap, c.dilation, c.stride, c.out)))]
        total += np.einsum("nhwgc,gcf->nhwgf", window, w[:, tap[0], tap[1]])
    total = total.reshape(c.images, *c.out, c.groups * c.filters)
    if not c.reader:
        return total
    if c.dtype == "bf16":  # The program rounds before it adds.
        rounded = encode(total, "bf16").view(np.uint16).astype(np.uint32) << 16
        total = rounded.view(np.float32).astype(np.float64)
    return np.maximum(total + bias, 0)


def write(c, values):
    """The program, its arguments and its result."""
    limit = 128 if c.dtype == "i8" else 3
    x = values.integers(-limit, limit, (c.images, *c.size, c.groups, c.channels))
    w = values.integers(-limit, limit, (c.groups, *c.window, c.channels, c.filters))
    bias = values.integers(-9, 10, c.groups * c.filters)
    y = reference(c, x.astype(float), w.astype(float), bias)
    x = x.reshape(c.images, *c.size, -1)
    w = w.transpose(1, 2, 3, 0, 4).reshape(*c.window, c.channels, -1)
    numbers = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
    if c.layout == "nchw":
        x, y, w = x.transpose(0, 3, 1, 2), y.transpose(0, 3, 1, 2), w.transpose(3, 2, 0, 1)
        numbers = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
    total = total_type(c.dtype)
    arguments = [np.ascontiguousarray(encode(x, c.dtype)),
                 np.ascontiguousarray(encode(w, c.dtype))]
    xt, wt, yt = tensor(x.shape, c.dtype), tensor(w.shape, c.dtype), tensor(y.shape, total)
    bt = tensor(bias.shape, total)
    parameters, body = [f"%x: {xt}"], []
    if c.constant:
        body.append(f'%w = stablehlo.constant dense<"0x{arguments.pop().tobytes().hex()}"> : {wt}')
    else:
        parameters.append(f"%w: {wt}")
    body.append(
        f"%y = stablehlo.convolution(%x, %w) dim_numbers = {numbers}, window = {{"
        f"stride = {list(c.stride)}, pad = {[list(p) for p in c.pad]}, "
        f"rhs_dilate = {list(c.dilation)}}} {{batch_group_count = 1 : i64, "
        f"feature_group_count = {c.groups} : i64}} : ({xt}, {wt}) -> {yt}")
    result = "%y"
    if c.reader:
        parameters.append(f"%b: {bt}")
        arguments.append(encode(bias, total))
        zero = "0" if total == "i32" else "0.0"
        dim = 3 if c.layout == "nhwc" else 1
        body += [f"%all = stablehlo.broadcast_in_dim %b, dims = [{dim}] : ({bt}) -> {yt}",
                 f"%s = stablehlo.add %y, %all : {yt}",
                 f"%z = stablehlo.constant dense<{zero}> : {yt}",
                 f"%r = stablehlo.maximum %s, %z : {yt}"]
        result = "%r"
    text = "\n  ".join([f"func.func @f({', '.join(parameters)}) -> {yt} {{", *body,
                        f"return {result} : {yt}\n}}"])
    return text, arguments, np.ascontiguousarray(encode(y, total))


def runnable(target):
    """The target, or this machine where it cannot run that."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    flags = {word for line in lines if line.startswith("flags") for word in line.split()}
    return target if TARGETS[target] <= flags else "host"


class Convolutions(TestCase):
    def check(self, daemon, number, convolution):
        """What went wrong, if something did."""
        text, arguments, expected = write(convolution, np.random.default_rng(number))
        executable = self.folder / f"{number}.so"
        command = ["run", executable, "--atol", 0, "--rtol", 0]
        for i, value in enumerate(arguments):
            np.save(self.folder / f"{number}_{i}.npy", value)
            command += ["--input", self.folder / f"{number}_{i}.npy"]
        np.save(self.folder / f"{number}_y.npy", expected)
        try:
            daemon.compile(self.write(f"{number}.mlir", text), executable, "--target",
                           runnable(convolution.target))
            daemon.ingot(*command, "--expect", self.folder / f"{number}_y.npy", check=0)
        except Exception as error:  # Told as one failure beside the others'.
            return str(error)
        return None

    def test_each_computes_what_numpy_does(self):
        choose = random.Random(SEED)
        drawn = [draw(choose) for _ in range(COUNT)]
        with Daemon() as daemon, concurrent.futures.ThreadPoolExecutor(4) as threads:
            told = threads.map(lambda case: self.check(daemon, *case), enumerate(drawn))
            for number, (convolution, error) in enumerate(zip(drawn, told)):
                with self.subTest(f"{number}: {convolution}"):
                    self.assertIsNone(error)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Sums, products, pools and softmax of bytes: our kernels beside XNNPACK's functions, which
no target hands them to.

usage: xnnpack_bytes.py --bin DIR [--targets x86-64-v4,...] [--repeat N] [--rounds N]

Ours is an operator of TFLite, compiled and run; XNNPACK's is a call of its library by
ctypes, so without what a custom op costs on top. One thread; figures are the shortest of
all calls, in microseconds. Sizes are those of MobileNet v2 and ResNet-50 where they have
such operators.
"""
import argparse
import ctypes
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))
import tflite_integers as tflite  # noqa: E402

FLOAT, SIZE = ctypes.c_float, ctypes.c_size_t
EXTRA_BYTES = 16  # XNNPACK reads behind its inputs.
UNIT = 1 / 256


class XnnPack:
    def __init__(self):
        self.library = ctypes.CDLL("libXNNPACK.so.0")
        self.call("xnn_initialize", None)
        self.random = np.random.default_rng(1)

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status:
            raise RuntimeError(f"{name}: status {status}")

    def bytes(self, count):
        return self.random.integers(-128, 128, count + EXTRA_BYTES, np.int8)

    def time(self, name, create, setup, arrays, repeat):
        """The shortest run of an operator of that name in microseconds."""
        made = ctypes.c_void_p()
        self.call(f"xnn_create_{name}", *create, 0, ctypes.byref(made))
        pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in arrays]
        self.call(f"xnn_setup_{name}", made, *setup, *pointers, None)
        run, shortest = self.library.xnn_run_operator, float("inf")
        for _ in range(repeat):
            began = time.perf_counter()
            status = run(made, None)
            shortest = min(shortest, time.perf_counter() - began)
            assert status == 0
        self.call("xnn_delete_operator", made)
        return 1e6 * shortest


def elementwise(library, op, shape, repeat):
    tflite_op = {"add": "ADD", "multiply": "MUL"}[op]
    ours = (tflite_op, [tflite.i8(*shape), tflite.i8(*shape, scale=0.03)],
            tflite.i8(*shape, scale=0.07), f"{tflite_op.title()}Options", {}, ())
    count = int(np.prod(shape))
    sizes = (SIZE * len(shape))(*shape)
    create = [-3, FLOAT(0.05), -3, FLOAT(0.03), -3, FLOAT(0.07), -128, 127]
    setup = [SIZE(len(shape)), sizes, SIZE(len(shape)), sizes]
    arrays = [library.bytes(count) for _ in range(3)]
    return ours, lambda: library.time(f"{op}_nd_qs8", create, setup, arrays, repeat)


def max_pool(library, shape, repeat):
    n, h, w, c = shape
    ours = ("MAX_POOL_2D", [tflite.i8(*shape)], tflite.i8(n, h // 2, w // 2, c), "Pool2DOptions",
            {"padding": "VALID", "stride_w": 2, "stride_h": 2, "filter_width": 2,
             "filter_height": 2}, ())
    create = [0, 0, 0, 0, 2, 2, 2, 2, 1, 1, SIZE(c), SIZE(c), SIZE(c), -128, 127]
    arrays = [library.bytes(n * h * w * c), library.bytes(n * h * w * c // 4)]
    return ours, lambda: library.time("max_pooling2d_nhwc_s8", create,
                                      [SIZE(n), SIZE(h), SIZE(w)], arrays, repeat)


def mean(library, shape, repeat):
    n, h, w, c = shape
    ours = ("AVERAGE_POOL_2D", [tflite.i8(*shape)], tflite.i8(n, 1, 1, c), "Pool2DOptions",
            {"padding": "VALID", "stride_w": 1, "stride_h": 1, "filter_width": w,
             "filter_height": h}, ())
    create = [SIZE(c), SIZE(c), SIZE(c), -3, FLOAT(0.05), -3, FLOAT(0.05), -128, 127]
    arrays = [library.bytes(n * h * w * c), library.bytes(n * c)]
    return ours, lambda: library.time("global_average_pooling_nwc_qs8", create,
                                      [SIZE(n), SIZE(h * w)], arrays, repeat)


def softmax(library, shape, repeat):
    """XNNPACK has it for bytes without a sign alone."""
    rows, columns = shape
    ours = ("SOFTMAX", [tflite.i8(*shape)], tflite.i8(*shape, scale=UNIT, zero=-128),
            "SoftmaxOptions", {"beta": 1.0}, ())
    create = [SIZE(columns), SIZE(columns), SIZE(columns), FLOAT(0.05), 0, FLOAT(UNIT)]
    arrays = [library.bytes(rows * columns) for _ in range(2)]
    return ours, lambda: library.time("softmax_nc_qu8", create, [SIZE(rows)], arrays, repeat)


LAYERS = [
    *(("add", elementwise, "add", shape) for shape in
      ((1, 56, 56, 24), (1, 14, 14, 64), (1, 7, 7, 160), (1, 56, 56, 256), (1, 7, 7, 2048))),
    *(("multiply", elementwise, "multiply", shape) for shape in
      ((1, 56, 56, 24), (1, 14, 14, 64), (1, 56, 56, 256), (1, 7, 7, 2048))),
    *(("max pool 2x2", max_pool, None, shape) for shape in
      ((1, 112, 112, 64), (1, 56, 56, 64), (1, 28, 28, 32))),
    *(("mean of an image", mean, None, shape) for shape in
      ((1, 7, 7, 2048), (1, 7, 7, 1280), (1, 14, 14, 256))),
    *(("softmax", softmax, None, shape) for shape in
      ((1, 1000), (64, 64), (384, 384), (12 * 128, 128))),
]


def time_ours(options, folder, case, target):
    tflite.CASES["layer"] = case
    path, values = tflite.write(["layer"], folder)
    inputs = []
    for i, value in enumerate(values):
        np.save(folder / f"in_{i}.npy", value)
        inputs += ["--input", folder / f"in_{i}.npy"]
    ingot = pathlib.Path(options.bin) / "ingot"
    made = folder / "layer.so"
    subprocess.run([ingot, "compile", path, "--target", target, "-o", made], check=True,
                   capture_output=True)
    done = subprocess.run([ingot, "run", made, *inputs, "--threads", "1", "--repeat",
                           str(options.repeat), "--json"], check=True, capture_output=True,
                          text=True)
    return 1e3 * json.loads(done.stdout)["milliseconds"]["minimum"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--targets", default="x86-64-v4,x86-64-v3,x86-64")
    parser.add_argument("--repeat", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    options = parser.parse_args()
    library, rows = XnnPack(), []
    targets = options.targets.split(",")
    print("| op | shape | XNNPACK, us | " + " | ".join(f"{t}, us" for t in targets) + " |")
    print("| --- " * (3 + len(targets)) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, make, op, shape in LAYERS:
            case, theirs = make(library, *([op] if op else []), shape, options.repeat)
            row = {"op": name, "shape": shape, "xnnpack": float("inf")}
            for _ in range(options.rounds):
                row["xnnpack"] = min(row["xnnpack"], theirs())
                for target in targets:
                    took = time_ours(options, pathlib.Path(folder), case, target)
                    row[target] = min(row.get(target, took), took)
            rows.append(row)
            print(f"| {name} | {'x'.join(map(str, shape))} | {row['xnnpack']:.1f} | " +
                  " | ".join(f"{row[t]:.1f}" for t in targets) + " |", flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

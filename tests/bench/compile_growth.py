#!/usr/bin/env python3
"""How compile time grows with a program: N equal blocks, N different ones, one changed.

usage: compile_growth.py --bin DIR [--most N] [--repeat R] [--json F]

A block is a dense layer, a bias, a layer norm, relu and a residual, in StableHLO with
weights as arguments. Equal blocks have the same sizes, different ones another width each.
Figures are the smallest of R cold compiles by daemons with empty stores, as the client
sees them, and the slope of a line through them. At the end: twelve different blocks, then
the same with one changed, in the same store; and with other weights inside.
"""
import argparse
import json
import math
import os
import pathlib
import random
import re
import struct
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))
ROWS = 32


def constant(seed, kind):
    """Small numbers, all different: one number repeated would be part of the code."""
    size = math.prod(int(n) for n in re.findall(r"(\d+)x", kind))
    generator = random.Random(seed)
    numbers = (generator.uniform(-.1, .1) for _ in range(size))
    return f'dense<"0x{struct.pack(f"<{size}f", *numbers).hex()}">'


def block(i, width, wide, weights=None):
    """Text of a block from %x{i} to %x{i + 1}, and its arguments; `weights` names a set
    of them that is inside instead."""
    x, y, row = (f"tensor<{ROWS}x{width}xf32>", f"tensor<{ROWS}x{wide}xf32>",
                 f"tensor<{ROWS}xf32>")
    kinds = {f"%w{i}": f"tensor<{width}x{wide}xf32>", f"%v{i}": f"tensor<{wide}x{width}xf32>",
             f"%b{i}": f"tensor<{wide}xf32>"}
    body = []
    if weights is not None:
        body = [f"{name} = stablehlo.constant {constant(weights + name, kind)} : {kind}"
                for name, kind in kinds.items()]
        kinds = {}
    body += [
        f"%d{i} = stablehlo.dot_general %x{i}, %w{i}, contracting_dims = [1] x [0] : "
        f"({x}, tensor<{width}x{wide}xf32>) -> {y}",
        f"%s{i} = stablehlo.broadcast_in_dim %b{i}, dims = [1] : (tensor<{wide}xf32>) -> {y}",
        f"%a{i} = stablehlo.add %d{i}, %s{i} : {y}",
        f"%t{i} = stablehlo.reduce(%a{i} init: %zero) applies stablehlo.add across "
        f"dimensions = [1] : ({y}, tensor<f32>) -> {row}",
        f"%u{i} = stablehlo.broadcast_in_dim %t{i}, dims = [0] : ({row}) -> {y}",
        f"%z{i} = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> {y}",
        f"%c{i} = stablehlo.subtract %a{i}, %u{i} : {y}",
        f"%r{i} = stablehlo.maximum %c{i}, %z{i} : {y}",
        f"%p{i} = stablehlo.dot_general %r{i}, %v{i}, contracting_dims = [1] x [0] : "
        f"({y}, tensor<{wide}x{width}xf32>) -> {x}",
        f"%x{i + 1} = stablehlo.add %p{i}, %x{i} : {x}"]
    return body, [f"{name}: {kind}" for name, kind in kinds.items()]


def program(widths, width=64, weights=None):
    x = f"tensor<{ROWS}x{width}xf32>"
    arguments, body = [f"%x0: {x}"], ["%zero = stablehlo.constant dense<0.0> : tensor<f32>"]
    for i, wide in enumerate(widths):
        lines, kinds = block(i, width, wide, weights)
        body += lines
        arguments += kinds
    lines = "\n  ".join(body)
    return (f"func.func @main({', '.join(arguments)}) -> {x} {{\n  {lines}\n"
            f"  return %x{len(widths)} : {x}\n}}\n")


def timed(daemon, text, folder):
    source = pathlib.Path(folder) / "p.mlir"
    source.write_text(text)
    start = time.perf_counter()
    answer = daemon.compile(source, pathlib.Path(folder) / "p.so", timeout=600)
    return (time.perf_counter() - start) * 1e3, answer["kernels"]


def cold(text, folder, repeat):
    """(the smallest time, kernels built)."""
    from harness import Daemon
    times = []
    for _ in range(repeat):
        with Daemon(arguments=["--worker-nice", "0"]) as daemon:
            spent, kernels = timed(daemon, text, folder)
            times.append(spent)
    return min(times), kernels["built"]


def slope(points):
    """Of the line through (n, milliseconds) with the smallest squared error."""
    n = len(points)
    mean_x, mean_y = sum(p[0] for p in points) / n, sum(p[1] for p in points) / n
    return (sum((x - mean_x) * (y - mean_y) for x, y in points)
            / sum((x - mean_x) ** 2 for x, _ in points))


def growth(name, widths_of, options, folder):
    points, n = [], 1
    while n <= options.most:
        spent, built = cold(program(widths_of(n)), folder, options.repeat)
        points.append((n, spent))
        print(f"| {name} | {n} | {built} | {spent:.0f} |", flush=True)
        n *= 2
    print(f"\n{name} blocks: {slope(points):.2f} ms for each more\n")
    return points


def changes(folder):
    """Twelve different blocks, one of them changed, other weights."""
    from harness import Daemon
    widths = [128 + 16 * i for i in range(12)]
    with Daemon(arguments=["--worker-nice", "0"]) as daemon:
        whole, _ = timed(daemon, program(widths, weights="one"), folder)
        other, weights = timed(daemon, program(widths, weights="other"), folder)
        widths[5] = 1024
        changed, kernels = timed(daemon, program(widths, weights="one"), folder)
    print(f"12 blocks cold {whole:.0f} ms; one changed {changed:.0f} ms ({changed / whole:.2f}), "
          f"{kernels['built']} kernels built; other weights {other:.0f} ms, "
          f"{weights['built']} kernels built")
    return {"cold": whole, "changed": changed, "weights": other,
            "built_for_weights": weights["built"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--most", type=int, default=64)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    os.environ["INGOT_BIN"] = str(options.bin.resolve())  # The harness reads it.
    print("| blocks | N | kernels built | ms |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        rows = {"equal": growth("equal", lambda n: [256] * n, options, folder),
                "different": growth("different", lambda n: [128 + 16 * i for i in range(n)],
                                    options, folder),
                "changes": changes(folder)}
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A network of random weights, 1 GiB by default: what it costs the daemon and who
waits for what.

For each form of the program: a first compile, a second client's, and one with other
weights. Of each: seconds, bytes that went to the daemon, kernels built, and the peak
memory of ingotd and of its workers (VmHWM: what each had mapped and touched at once;
the pages of a memfd that goes from one to the other count where they are mapped).
Then `ingot rebind` to the other weights, which asks no daemon.

usage: weights.py --bin DIR [--mib N] [--form NAME ...] [--folder DIR] [--json]
"""
import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))

WIDTH = 1024
LAYER_BYTES = WIDTH * WIDTH * 4


def random_layers(count, seed):
    generator = numpy.random.default_rng(seed)
    for _ in range(count):
        yield generator.standard_normal((WIDTH, WIDTH), dtype="f")


def tensor_type(rows):
    return f"tensor<{rows}x{WIDTH}xf32>"


def body_of(count, weight):
    """A chain of products; `weight(i)` is the line that makes %w{i}."""
    row = tensor_type(1)
    lines = [f"func.func @main(%x0: {row}) -> {row} {{",
             "  %zero = arith.constant 0.0 : f32"]
    for i in range(count):
        lines += [weight(i), f"  %e{i} = tensor.empty() : {row}",
                  f"  %z{i} = linalg.fill ins(%zero : f32) outs(%e{i} : {row}) -> {row}",
                  f"  %x{i + 1} = linalg.matmul ins(%x{i}, %w{i} : {row}, "
                  f"{tensor_type(WIDTH)}) outs(%z{i} : {row}) -> {row}"]
    return "\n".join(lines + [f"  return %x{count} : {row}", "}", ""])


def write_safetensors(path, count, seed):
    header = {f"w{i}": {"dtype": "F32", "shape": [WIDTH, WIDTH],
                        "data_offsets": [i * LAYER_BYTES, (i + 1) * LAYER_BYTES]}
              for i in range(count)}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for layer in random_layers(count, seed):
            file.write(layer)


def as_safetensors(folder, count, seed):
    """Globals whose values stand in a file beside the program."""
    weights = folder / "weights.safetensors"
    write_safetensors(weights, count, seed)
    program = folder / "network.mlir"
    square = tensor_type(WIDTH)
    program.write_text("".join(
        f"ml_program.global private @w{i}(#ml_program.extern<{square}>) : {square}\n"
        for i in range(count)) + body_of(count, lambda i: (
            f"  %w{i} = ml_program.global_load_const @w{i} : {square}")))
    return [program, "--file", f"weights.safetensors={weights}"]


def as_npz(folder, count, seed):
    """The same, the file as numpy writes it."""
    program = as_safetensors(folder, count, seed)[0]
    weights = folder / "weights.npz"
    numpy.savez(weights, **{f"w{i}": layer for i, layer in
                            enumerate(random_layers(count, seed))})
    return [program, "--file", f"weights.npz={weights}"]


def as_resources(folder, count, seed):
    """One file: bytecode with the weights in its section of resources."""
    square = tensor_type(WIDTH)
    text, program = folder / "text.mlir", folder / "network.mlirbc"
    with open(text, "w") as file:
        file.write(body_of(count, lambda i: (
            f"  %w{i} = arith.constant dense_resource<w{i}> : {square}")))
        file.write("{-#\n  dialect_resources: {\n    builtin: {\n")
        for i, layer in enumerate(random_layers(count, seed)):
            file.write(f'      w{i}: "0x40000000{layer.tobytes().hex()}"'
                       + (",\n" if i + 1 < count else "\n"))
        file.write("    }\n  }\n#-}\n")
    from harness import BIN
    subprocess.run([BIN / "ingot-opt", "--emit-bytecode", text, "-o", program],
                   check=True)
    text.unlink()
    return [program]


def as_onnx(folder, count, seed):
    """ONNX with external data."""
    import onnx_format as onnx
    program = folder / "network.onnx"
    weights = [b"".join([onnx.number(1, WIDTH), onnx.number(1, WIDTH),
                         onnx.number(2, onnx.TYPES["float32"]), onnx.blob(8, f"w{i}"),
                         *(onnx.blob(13, onnx.blob(1, key) + onnx.blob(2, str(value)))
                           for key, value in (("location", "weights.bin"),
                                              ("offset", i * LAYER_BYTES),
                                              ("length", LAYER_BYTES))),
                         onnx.number(14, 1)]) for i in range(count)]
    nodes = [onnx.node("MatMul", [f"x{i}", f"w{i}"], [f"x{i + 1}"])
             for i in range(count)]
    program.write_bytes(onnx.model(onnx.graph(
        nodes, [onnx.value("x0", "float32", [1, WIDTH])],
        [onnx.value(f"x{count}", "float32", [1, WIDTH])], weights)))
    with open(folder / "weights.bin", "wb") as file:
        for layer in random_layers(count, seed):
            file.write(layer)
    return [program]


FORMS = {"safetensors": as_safetensors, "npz": as_npz, "resources": as_resources,
         "onnx": as_onnx}


class Memory:
    """The peaks of a daemon and of its workers while something runs."""

    def __init__(self, pid):
        self.pid = pid
        self.worker = 0
        self.done = threading.Event()

    @staticmethod
    def peak(pid):
        try:
            for line in pathlib.Path(f"/proc/{pid}/status").read_text().split("\n"):
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) / 1024
        except OSError:
            pass
        return 0

    @staticmethod
    def children(pid):
        try:
            tasks = pathlib.Path(f"/proc/{pid}/task").iterdir()
            found = [int(child) for task in tasks
                     for child in (task / "children").read_text().split()]
        except OSError:
            return []
        return found + [below for child in found for below in Memory.children(child)]

    def watch(self):
        while not self.done.wait(0.02):
            for child in self.children(self.pid):
                self.worker = max(self.worker, self.peak(child))

    def __enter__(self):
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()
        self.daemon = self.peak(self.pid)


def measured(daemon, command, out):
    os.sync()  # What made the files is not to be waited for.
    before = daemon.stats()
    with Memory(daemon.process.pid) as memory:
        start = time.perf_counter()
        result = daemon.compile(*command[:1], out, *command[1:], timeout=600)
        seconds = time.perf_counter() - start
    after = daemon.stats()
    return {"seconds": round(seconds, 2), "cache": result["cache"],
            "kernels_built": result["kernels"]["built"],
            "service_ms": {k: round(v) for k, v in result["milliseconds"].items()},
            "stored_MiB": (after["store_bytes"] - before["store_bytes"]) >> 20,
            "ingotd_MiB": round(memory.daemon), "worker_MiB": round(memory.worker)}


def run(form, count, folder):
    from harness import Daemon, ingot
    rows = {}
    limit = 8 * count * LAYER_BYTES + (1 << 30)
    with Daemon(arguments=["--store-limit", str(limit)]) as daemon:
        out = folder / "network.so"
        first = FORMS[form](folder, count, 1)
        rows["first compile"] = measured(daemon, first, out)
        rows["second client"] = measured(daemon, first, out)
        other = FORMS[form](folder, count, 2)
        rows["other weights"] = measured(daemon, other, folder / "other.so")
        start = time.perf_counter()
        done = ingot("rebind", out, "--constants", folder / "other.safetensors", "-o",
                     folder / "rebound.so", "--json", timeout=600)
        rows["rebind"] = {"seconds": round(time.perf_counter() - start, 2),
                          "code": done.returncode}
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--mib", type=int, default=1024)
    parser.add_argument("--form", nargs="+", choices=list(FORMS), default=list(FORMS))
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    os.environ["INGOT_BIN"] = str(arguments.bin)
    count = max(1, (arguments.mib << 20) // LAYER_BYTES)
    results = {}
    for form in arguments.form:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="ingot-weights-",
                                               dir=arguments.folder))
        try:
            results[form] = run(form, count, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if not arguments.json:
            for stage, row in results[form].items():
                print(f"{form:<12} {stage:<14}",
                      " ".join(f"{k} {v}" for k, v in row.items()), flush=True)
    if arguments.json:
        print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()

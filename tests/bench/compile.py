#!/usr/bin/env python3
"""Time to compile small StableHLO programs, beside XLA in the same run.

usage: compile.py --bin DIR [--repeat N] [--json F]

Every repetition is another program, with the same work in it, that none of the
compilers has seen; all of them are warm: they compiled two such programs before. Ours:
one call of the client library to a daemon, from the text of the program to the
executable's digest, nothing of it in the store. XLA's: jax's backend, from the text of
the program to the loaded executable. IREE: its compiler's Python API, a new session
each time, if it is installed. Ours and XLA's
take turns. Figures are minimum/median; the
ratio is that of the medians.
"""
import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

LAYERS = ((784, 512), (512, 256), (256, 10))


def add(number):
    """A sum of some vectors' worth of elements."""
    kind = f"tensor<{4 * number}xf32>"
    return (f"func.func @main(%a: {kind}, %b: {kind}) -> {kind} {{\n"
            f"  %0 = stablehlo.add %a, %b : {kind}\n  return %0 : {kind}\n}}\n")


def mlp(number, batch=32):
    """Three dense layers with relu, of which `number` moves the threshold; weights are
    arguments."""
    arguments = [f"%x0: tensor<{batch}x{LAYERS[0][0]}xf32>"]
    body = [f"%zero = stablehlo.constant dense<{number * 1e-6:.7f}> : tensor<f32>"]
    for i, (inner, outer) in enumerate(LAYERS):
        arguments += [f"%w{i}: tensor<{inner}x{outer}xf32>", f"%b{i}: tensor<{outer}xf32>"]
        wide = f"tensor<{batch}x{outer}xf32>"
        body += [
            f"%d{i} = stablehlo.dot_general %x{i}, %w{i}, contracting_dims = [1] x [0] : "
            f"(tensor<{batch}x{inner}xf32>, tensor<{inner}x{outer}xf32>) -> {wide}",
            f"%s{i} = stablehlo.broadcast_in_dim %b{i}, dims = [1] : "
            f"(tensor<{outer}xf32>) -> {wide}",
            f"%a{i} = stablehlo.add %d{i}, %s{i} : {wide}",
            f"%z{i} = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> {wide}",
            f"%x{i + 1} = stablehlo.maximum %a{i}, %z{i} : {wide}"]
    result = f"tensor<{batch}x{LAYERS[-1][1]}xf32>"
    lines = "\n  ".join(body)
    return (f"func.func @main({', '.join(arguments)}) -> {result} {{\n  {lines}\n"
            f"  return %x{len(LAYERS)} : {result}\n}}\n")


PROGRAMS = {"add": add, "mlp": mlp}
WARM_UPS = 2  # programs that nobody is timed on


class Ours:
    """A daemon with an empty store, and calls to it over one connection each."""

    def __init__(self, binaries, scratch):
        self.call = [binaries / "hit_bench", f"unix:{scratch}/sock", "0"]
        self.program = scratch / "program.mlir"
        read, write = os.pipe()
        self.daemon = subprocess.Popen(
            [binaries / "ingotd", "--listen", self.call[1], "--store", scratch / "store",
             "--log-file", scratch / "log", "--worker-nice", "0", "--ready-fd", str(write)],
            pass_fds=[write])
        os.close(write)
        with os.fdopen(read, "rb") as ready:
            if not ready.read(1):
                sys.exit("ingotd did not start:\n" + (scratch / "log").read_text())

    def __call__(self, text):
        """Milliseconds of one compile."""
        self.program.write_text(text)
        done = subprocess.run([*self.call, self.program], check=True, capture_output=True,
                              text=True)
        return float(done.stdout) / 1e3

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait()


def xla():
    """A function that compiles a text; None without jax."""
    try:
        import jax
        from jax._src import compiler
        from jax._src.interpreters import mlir
        from jax._src.lib import xla_client
        from jaxlib.mlir import ir
    except ImportError:
        return None
    device = jax.devices("cpu")[0]

    def compile_text(text):
        with mlir.make_ir_context():
            module = ir.Module.parse(text)
            options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
            device.client.compile_and_load(module, xla_client.DeviceList((device,)), options)
    return compile_text


def iree():
    try:
        import iree.compiler.api as api
    except ImportError:
        return None

    def compile_text(text):
        session = api.Session()
        session.set_flags("--iree-hal-target-backends=llvm-cpu",
                          "--iree-llvmcpu-target-cpu=host", "--iree-input-type=stablehlo")
        source = api.Source.wrap_buffer(session, text.encode() + b"\0")
        invocation = session.invocation()
        invocation.enable_console_diagnostics()
        invocation.parse_source(source)
        if not invocation.execute():
            raise RuntimeError("iree-compile failed")
        invocation.output_vm_bytecode(api.Output.open_membuffer())
    return compile_text


def timed(compile_text):
    def milliseconds(text):
        start = time.perf_counter()
        compile_text(text)
        return (time.perf_counter() - start) * 1e3
    return compile_text and milliseconds


def show(times):
    return f"{min(times):.1f}/{statistics.median(times):.1f}" if times else "not installed"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    binaries = options.bin.resolve()
    peers = {"XLA": timed(xla()), "IREE": timed(iree())}
    print(f"{platform.machine()}, {os.cpu_count()} cores, {options.repeat} repetitions, ms\n")
    print("| program | ingot | XLA | IREE | ingot / XLA |\n| --- | --- | --- | --- | --- |")
    rows = {}
    for name, program in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as scratch:
            ingot = Ours(binaries, pathlib.Path(scratch))
            compilers = {"ingot": ingot, **peers}
            row = {compiler: [] for compiler in compilers}
            # IREE apart: what runs after it finds nothing of its own in the caches.
            for turn in (("ingot", "XLA"), ("IREE",)):
                for number in range(1, WARM_UPS + options.repeat + 1):
                    for compiler in turn:
                        if compilers[compiler]:
                            row[compiler].append(compilers[compiler](program(number)))
            ingot.stop()
        row = {compiler: times[WARM_UPS:] for compiler, times in row.items()}
        ratio = "-"
        if row["XLA"]:
            ratio = f"{statistics.median(row['ingot']) / statistics.median(row['XLA']):.2f}"
        print(f"| {name} | {show(row['ingot'])} | {show(row['XLA'])} | {show(row['IREE'])} "
              f"| {ratio} |")
        rows[name] = row
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

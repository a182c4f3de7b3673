#!/usr/bin/env python3
"""Time to compile small StableHLO programs, beside XLA in the same run.

usage: compile.py --bin DIR [--repeat N] [--json F]

Ours: one call over a standing connection to a daemon with warm workers, from the text
of the program to the executable's digest, nothing of it in the store. Each repetition
has a daemon and a store of its own, which has compiled another program and whose
workers had the time to warm up. XLA's: jax's backend in
a warm process, from the text of the program to the loaded executable. IREE: its
compiler's Python API in a warm process, a new session each time, if it is installed.
Figures are minimum/median; the ratio is that of the medians.
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


def add():
    return """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def mlp(batch=32):
    """Three dense layers with relu; weights are arguments."""
    arguments = [f"%x0: tensor<{batch}x{LAYERS[0][0]}xf32>"]
    body = ["%zero = stablehlo.constant dense<0.0> : tensor<f32>"]
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


PROGRAMS = {"add": add(), "mlp": mlp()}
WARM_UP_SECONDS = 0.7
WARM_UP = add().replace("add", "multiply")


def ours(binaries, text):
    """Milliseconds of one compile that nothing was kept of."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        address = f"unix:{scratch}/sock"
        (scratch / "program.mlir").write_text(text)
        (scratch / "warm.mlir").write_text(WARM_UP)
        daemon = subprocess.Popen([binaries / "ingotd", "--listen", address, "--store",
                                   scratch / "store", "--log-file", scratch / "log",
                                   "--worker-nice", "0"])
        try:
            while not (scratch / "sock").exists():
                time.sleep(0.01)
                if daemon.poll() is not None:
                    sys.exit("ingotd did not start:\n" + (scratch / "log").read_text())
            call = [binaries / "hit_bench", address, "0"]
            subprocess.run([*call, scratch / "warm.mlir"], check=True, capture_output=True)
            time.sleep(WARM_UP_SECONDS)
            done = subprocess.run([*call, scratch / "program.mlir"], check=True,
                                  capture_output=True, text=True)
            return float(done.stdout) / 1e3
        finally:
            daemon.terminate()
            daemon.wait()


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


def timed(compile_text, text, repeat):
    compile_text(WARM_UP)
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        compile_text(text)
        times.append((time.perf_counter() - start) * 1e3)
    return times


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
    peers = {"XLA": xla(), "IREE": iree()}
    print(f"{platform.machine()}, {os.cpu_count()} cores, {options.repeat} repetitions, ms\n")
    print("| program | ingot | XLA | IREE | ingot / XLA |\n| --- | --- | --- | --- | --- |")
    rows = {}
    for name, text in PROGRAMS.items():
        row = {"ingot": [ours(binaries, text) for _ in range(options.repeat)]}
        for peer, compile_text in peers.items():
            row[peer] = timed(compile_text, text, options.repeat) if compile_text else []
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

#!/usr/bin/env python3
"""Compiles and runs every model, beside the peers, in one run.

usage: models.py --bin DIR [--models DIR] [--only REGEX] [--repeat N] [--json F]

Per model: cold compile (new store), warm hit (from the start of `ingot` to its
exit), run time at one thread; and where they can do it, iree-compile (one file to
one file) and iree-run, onnxruntime or jax on the model's own form. Peers come
from PyPI (iree-base-compiler, iree-base-runtime, onnxruntime); one that is not
installed is left out. Figures are minimum and median of N runs, on this machine
now; compare ratios, not absolute times.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))


def timed(command, repeat=1, **keywords):
    """Runs a command; returns wall milliseconds of each run, or None."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, **keywords)
        if done.returncode:
            return None
        times.append((time.perf_counter() - start) * 1e3)
    return times


def show(times):
    if not times:
        return "-"
    return f"{min(times):.1f}/{statistics.median(times):.1f}"


def iree(model, entry, out, repeat, inputs):
    """(compile times, run times) of IREE on an MLIR form."""
    compiler = shutil.which("iree-compile")
    if not compiler:
        return None, None
    kind = "tosa" if ".tosa" in model.name else "none"
    command = [compiler, model, "-o", out, "--iree-hal-target-backends=llvm-cpu",
               "--iree-llvmcpu-target-cpu=host", f"--iree-input-type={kind}"]
    compiled = timed(command, max(1, repeat // 3))
    runner = shutil.which("iree-benchmark-module")
    if not compiled or not runner or inputs is None:
        return compiled, None
    done = subprocess.run(
        [runner, f"--module={out}", f"--function={entry}", "--device=local-sync", "--benchmark_format=json",
         f"--benchmark_repetitions={repeat}", *[f"--input=@{i}" for i in inputs]],
        capture_output=True, text=True)
    try:
        rows = json.loads(done.stdout)["benchmarks"]
    except (ValueError, KeyError):
        return compiled, None
    scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}
    return compiled, [row["real_time"] * scale[row["time_unit"]] for row in rows
                      if row.get("run_type") != "aggregate"]


def onnx(model, inputs, repeat):
    """(session times, run times) of onnxruntime at one thread."""
    try:
        import numpy
        import onnxruntime
    except ImportError:
        return None, None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    loads, runs = [], []
    for _ in range(max(1, repeat // 3)):
        start = time.perf_counter()
        session = onnxruntime.InferenceSession(str(model), options,
                                               providers=["CPUExecutionProvider"])
        loads.append((time.perf_counter() - start) * 1e3)
    feed = {i.name: numpy.load(path) for i, path in zip(session.get_inputs(), inputs)}
    session.run(None, feed)
    for _ in range(repeat):
        start = time.perf_counter()
        session.run(None, feed)
        runs.append((time.perf_counter() - start) * 1e3)
    return loads, runs


def weights(folder, scratch, models):
    """Seeded weights follow the inputs; real ones are not at hand: None."""
    if not folder.name.startswith("jax_"):
        return []
    if folder.name == "jax_minilm_l6":
        return None
    out = scratch / ("weights-" + folder.name)
    if not out.exists():
        subprocess.run([sys.executable, models / "weights.py", folder.name, out],
                       check=True, capture_output=True)
    return sorted(out.glob("weight_*.npy"))


def measure(model, arguments, scratch):
    from harness import Daemon
    folder = model.parent
    prefix = "dyn3_" if "dynbatch" in model.name else ""
    inputs = sorted(folder.glob(prefix + "input_*.npy"))
    extra = [] if "inline" in model.name else weights(folder, scratch, arguments.models)
    inputs = None if extra is None else inputs + extra
    out = scratch / (folder.name + "-" + model.name + ".so")
    row = {"model": f"{folder.name}/{model.name}"}

    cold = []
    for _ in range(max(1, arguments.repeat // 3)):
        with Daemon() as daemon:
            start = time.perf_counter()
            answer = daemon.compile(model, out)
            cold.append((time.perf_counter() - start) * 1e3)
            hit = timed([arguments.bin / "ingot", "compile", model, "-o", out, "--quiet",
                         "--server", daemon.address], arguments.repeat)
    row.update(cold=cold, hit=hit, kernels=answer["kernels"])
    if inputs is not None:
        run = [arguments.bin / "ingot", "run", out, "--threads", "1", "--json",
               "--repeat", str(arguments.repeat)]
        for path in inputs:
            run += ["--input", path]
        if "wake" in folder.name:
            run.append("--frames")
        done = subprocess.run(run, capture_output=True, text=True)
        if done.returncode == 0:
            spent = json.loads(done.stdout)["milliseconds"]
            row["run"] = [spent["minimum"], spent["median"]]
    row["iree"], row["iree_run"] = iree(model, answer["entry_points"][0], scratch / "iree.vmfb",
                                        arguments.repeat, inputs)
    source = folder / "model.onnx"
    if source.exists() and inputs is not None:
        row["onnx"], row["onnx_run"] = onnx(source, inputs, arguments.repeat)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path,
                        default=ROOT.parent / "shared" / "models")
    parser.add_argument("--only", default="")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    os.environ["INGOT_BIN"] = str(arguments.bin)
    if not arguments.models.is_dir():
        sys.exit(f"{arguments.models}: no models here; name their folder by --models")
    forms = sorted([*arguments.models.glob("*/*.linalg*.mlir*"),
                    *arguments.models.glob("*/*.tosa*.mlir*")])
    rows = []
    print(f"{platform.machine()}, {os.cpu_count()} cores; ms as minimum/median")
    print(f"{'model':<44}{'cold':>16}{'hit, CLI':>14}{'run':>16}"
          f"{'iree-compile':>18}{'iree run':>16}{'ort load':>16}{'ort run':>16}")
    with tempfile.TemporaryDirectory() as scratch:
        for model in forms:
            name = f"{model.parent.name}/{model.name}"
            if not re.search(arguments.only, name):
                continue
            row = measure(model, arguments, pathlib.Path(scratch))
            rows.append(row)
            print(f"{name:<44}{show(row['cold']):>16}{show(row['hit']):>14}"
                  f"{show(row.get('run')):>16}"
                  f"{show(row.get('iree')):>18}{show(row.get('iree_run')):>16}"
                  f"{show(row.get('onnx')):>16}{show(row.get('onnx_run')):>16}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

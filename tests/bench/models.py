#!/usr/bin/env python3
"""Compiles and runs every model, beside the peers, in one run; prints Markdown.

usage: models.py --bin DIR [--models DIR] [--only REGEX] [--repeat N] [--threads N]
                 [--json F] [--plot F.svg]

README.md says what the columns are. Run it by the Python that has the peers
(iree-base-compiler, iree-base-runtime, onnxruntime, jax, numpy from PyPI); a peer
that is not installed is said to be. Figures are minimum/median of N runs, on this
machine now; compare ratios, not absolute times.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

import peers
import plots

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))
COLUMNS = {"cold": "cold", "hit": "hit, CLI", "rpc": "hit, RPC", "run": "run",
           "iree": "iree-compile", "iree_run": "IREE run", "peer": "other peer",
           "peer_compile": "its compile", "peer_run": "its run", "ratio": "run, to the best peer"}


def show(cell):
    """A cell: minimum/median, or the reason why there is none."""
    if isinstance(cell, str):
        return cell.replace("|", "\\|")
    if isinstance(cell, float):
        return f"{cell:.2f}"
    return "/".join(f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 10 else f"{x:.3f}"
                    for x in (min(cell), statistics.median(cell)))


def arguments_of(model, scratch, models):
    """The files of a form's arguments: inputs, then weights that are not in it.

    Weights are made as models/weights.py makes them; real ones, which are not at
    hand, become random ones of the same shapes too: the time is the same.
    """
    import numpy
    folder = model.parent
    prefix = "dyn3_" if "dynbatch" in model.name else ""
    inputs = sorted(folder.glob(prefix + "input_*.npy"))
    spec = json.loads((models / "MANIFEST.json").read_text())["models"][folder.name]
    if "weights" not in spec or "inline" in model.name:
        return inputs
    out = scratch / ("weights-" + folder.name)
    out.mkdir(exist_ok=True)
    for i, (_, shape, scale, shift) in enumerate(spec["weights"]["spec"]):
        if not (out / f"weight_{i:03d}.npy").exists():
            generator = numpy.random.default_rng([spec["weights"]["seed"], i])
            values = generator.standard_normal(shape, numpy.float32) * scale + shift
            numpy.save(out / f"weight_{i:03d}.npy", values.astype(numpy.float32))
    return inputs + sorted(out.glob("weight_*.npy"))


def first_frames(inputs, scratch):
    """What one call of a streaming model takes, and the number of its frames."""
    import numpy
    paths = []
    for path in inputs:
        frames = numpy.load(path)
        paths.append(scratch / ("frame_" + path.name))
        numpy.save(paths[-1], frames[0])
    return paths, len(frames)


def compile_times(model, out, arguments):
    """(cold, hit by CLI, hit by RPC, entry point); the last None if it failed."""
    from harness import Daemon
    cold = []
    for _ in range(peers.compiles(arguments.repeat)):
        with Daemon() as daemon:
            start = time.perf_counter()
            try:
                answer = daemon.compile(model, out, timeout=600)
            except AssertionError as error:
                return peers.refusal(str(error)), "not compiled", "not compiled", None
            cold.append((time.perf_counter() - start) * 1e3)
            hit = peers.repeated(
                lambda: daemon.ingot("compile", model, "-o", out, "--quiet", check=0),
                arguments.repeat)
            rpc = subprocess.run(
                [arguments.bin / "hit_bench", daemon.address, str(10 * arguments.repeat), model],
                check=True, capture_output=True, text=True)
    return cold, hit, [float(x) / 1e3 for x in rpc.stdout.split()], answer["entry_points"][0]


def run_times(out, inputs, frames, arguments):
    """Milliseconds (minimum, median) of a call, or of a frame."""
    command = [arguments.bin / "ingot", "run", out, "--threads", str(arguments.threads), "--json",
               "--repeat", str(arguments.repeat), *(["--frames"] if frames else [])]
    for path in inputs:
        command += ["--input", path]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return peers.refusal(done.stderr)
    spent = json.loads(done.stdout)["milliseconds"]
    return [spent[which] / max(frames, 1) for which in ("minimum", "median")]


def other_peer(model, inputs, repeat, threads):
    """onnxruntime or jax, whichever has a form of the model."""
    stem = model.name.split(".linalg")[0].split(".tosa")[0]
    exported = model.parent / (stem + ".jax_export.bin")
    if exported.exists():
        return "jax", *peers.in_process("jax", exported, repeat, inputs, threads)
    for name in (stem + ".static.onnx", stem + ".onnx"):
        if (model.parent / name).exists():
            return "onnxruntime", *peers.in_process("onnx", model.parent / name, repeat, inputs,
                                                    threads)
    return "none", "no ONNX or jax form", "no ONNX or jax form"


def measure(model, arguments, scratch):
    out = scratch / "model.so"
    inputs = arguments_of(model, scratch, arguments.models)
    row = {"model": f"{model.parent.name}/{model.name}"}
    row["cold"], row["hit"], row["rpc"], entry = compile_times(model, out, arguments)
    one_call, frames = inputs, 0
    if model.parent.name.startswith("wake_"):
        one_call, frames = first_frames(inputs, scratch)
    row["run"] = run_times(out, inputs, frames, arguments) if entry else "not compiled"
    row["iree"], row["iree_run"] = peers.iree(
        model, entry or "main", arguments.bin / "ingot-opt", scratch, arguments.repeat, one_call,
        arguments.threads)
    row["peer"], row["peer_compile"], row["peer_run"] = other_peer(
        model, one_call, arguments.repeat, arguments.threads)
    row["ratio"] = ratio_of(row)
    return row


def ratio_of(row):
    """Our shortest run over that of the best peer, or why there is none."""
    theirs = [min(row[name]) for name in ("iree_run", "peer_run")
              if not isinstance(row[name], str)]
    if isinstance(row["run"], str) or not theirs:
        return "-"
    return min(row["run"]) / min(theirs)


def draw(rows, arguments):
    def note(row):
        times = {name: min(row[key]) for name, key in (("IREE", "iree_run"),
                                                       (row["peer"], "peer_run"))
                 if not isinstance(row[key], str)}
        return min(times, key=times.get) if times else "no peer"
    many = "one thread" if arguments.threads == 1 else f"{arguments.threads} threads"
    plots.ratios([(row["model"], row["ratio"] if isinstance(row["ratio"], float) else None,
                   note(row)) for row in rows],
                 f"Run of a model beside the best peer, {many}", arguments.plot)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path,
                        default=ROOT.parent / "shared" / "models")
    parser.add_argument("--only", default="")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--threads", type=int, default=1, help="of a run, ours and the peers'")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path, help="SVG of the ratios of runs")
    arguments = parser.parse_args()
    if not arguments.models.is_dir():
        sys.exit(f"{arguments.models}: no models here; name their folder by --models")
    try:
        import numpy  # noqa: F401
    except ImportError:
        sys.exit(f"{sys.executable} has no numpy; run this by the Python that has the peers")
    return arguments


def main():
    arguments = parsed()
    os.environ["INGOT_BIN"] = str(arguments.bin)  # The harness reads it.
    forms = sorted([*arguments.models.glob("*/*.linalg*.mlir*"),
                    *arguments.models.glob("*/*.tosa*.mlir*")])
    rows = []
    print(f"{platform.machine()}, {os.cpu_count()} cores, threads of a run: "
          f"{arguments.threads}; ms as minimum/median\n")
    print("| model | " + " | ".join(COLUMNS.values()) + " |")
    print("| --- |" + " --- |" * len(COLUMNS))
    with tempfile.TemporaryDirectory() as scratch:
        for model in forms:
            if not re.search(arguments.only, f"{model.parent.name}/{model.name}"):
                continue
            rows.append(measure(model, arguments, pathlib.Path(scratch)))
            print(f"| {rows[-1]['model']} | "
                  + " | ".join(show(rows[-1][column]) for column in COLUMNS) + " |", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))
    if arguments.plot:
        draw(rows, arguments)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Models from their own files beside the same models as MLIR, in one run.

usage: sources.py --bin DIR [--models DIR] [--only REGEX] [--repeat N] [--json F]

A cold compile by a daemon with an empty store, and a call of what it made, on one
thread; the two forms take turns. Minimum/median in milliseconds, and the ratio of the
minima, source over MLIR.
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))
# A framework's file and the MLIR that others made of the same program. The second is the
# importer's own output, where there is one: the same operators, read by MLIR's parser.
# Where it was made for fixed sizes, the file is given them, and compared as it is, too.
PAIRS = [
    ("ppocr_cls/model.static.onnx", "ppocr_cls/model.torch_onnx.mlir"),
    ("ppocr_cls/model.static.onnx", "ppocr_cls/model.linalg_mlprogram.mlirbc"),
    ("basic_pitch/model.static.onnx", "basic_pitch/model.torch_onnx.mlir"),
    ("silero_vad/model.static.onnx", "silero_vad/model.torch_onnx.mlir"),
    ("minilm_l6_w8/model.onnx", "minilm_l6_w8/model.linalg_mlprogram.mlirbc"),
    ("minilm_l6_w8/model.onnx", "minilm_l6_w8/model.linalg_mlprogram.mlirbc",
     *["1x32xi64"] * 3),
    ("ppocr_det/model.onnx", "ppocr_det/model.linalg_mlprogram.mlirbc"),
    ("ppocr_det/model.onnx", "ppocr_det/model.linalg_mlprogram.mlirbc", "1x3x160x160xf32"),
    ("wake_alexa/model.tflite", "wake_alexa/model.tosa.mlir"),
    ("basic_pitch_tflite/model.tflite", "basic_pitch/model.tosa.mlir"),
]


def cold_compile(model, out, sizes):
    """Milliseconds from the start of `ingot compile` to the file, daemon idle."""
    from harness import Daemon
    with Daemon() as daemon:
        start = time.perf_counter()
        daemon.compile(model, out, *(word for size in sizes
                                     for word in ("--input-type", size)), timeout=600)
        return (time.perf_counter() - start) * 1e3


def calls(binaries, out, model, repeat):
    """Milliseconds (minimum, median) of a call, of a frame for a streaming model."""
    import numpy
    inputs = sorted(model.parent.glob("input_*.npy"))
    streams = model.parent.name.startswith("wake_")
    command = [binaries / "ingot", "run", out, "--threads", "1", "--json", "--repeat",
               str(repeat), *(["--frames"] if streams else [])]
    for path in inputs:
        command += ["--input", path]
    spent = json.loads(subprocess.run(command, check=True, capture_output=True,
                                      text=True).stdout)["milliseconds"]
    frames = len(numpy.load(inputs[0])) if streams else 1
    return spent["minimum"] / frames, spent["median"] / frames


def measure(models, pair, sizes, options, scratch):
    """{"compile" | "run": [times of the source, times of the MLIR]}"""
    row = {"compile": ([], []), "run": ([], [])}
    for _ in range(max(3, options.repeat // 3)):
        for side, name in enumerate(pair):
            row["compile"][side].append(cold_compile(models / name, scratch / f"{side}.so",
                                                     sizes if side == 0 else ()))
    for _ in range(3):
        for side, name in enumerate(pair):
            row["run"][side].extend(calls(options.bin, scratch / f"{side}.so", models / name,
                                          options.repeat))
    return row


def show(sides):
    source, mlir = sides
    return (f"{min(source):.2f}/{statistics.median(source):.2f} | "
            f"{min(mlir):.2f}/{statistics.median(mlir):.2f} | {min(source) / min(mlir):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path,
                        default=ROOT.parent / "shared" / "models")
    parser.add_argument("--only", default="")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    if not options.models.is_dir():
        sys.exit(f"{options.models}: no models here; name their folder by --models")
    os.environ["INGOT_BIN"] = str(options.bin)  # The harness reads it.
    rows = {}
    print(f"{platform.machine()}, {os.cpu_count()} cores, ms as minimum/median\n")
    print("| source / MLIR | compile | of MLIR | ratio | run | of MLIR | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        for source, mlir, *sizes in PAIRS:
            name = f"{source} {' '.join(sizes)}".strip() + f" / {mlir}"
            if re.search(options.only, name):
                rows[name] = measure(options.models, (source, mlir), sizes, options,
                                     pathlib.Path(scratch))
                print(f"| {name} | {show(rows[name]['compile'])} | {show(rows[name]['run'])} |",
                      flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

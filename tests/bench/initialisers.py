#!/usr/bin/env python3
"""What keeping results of initialisers gains: binding without it, the first time and
later, calls either way, and memory of several processes. Prints Markdown.

usage: initialisers.py --bin DIR [--models DIR] [--repeat N] [--threads N] [MODEL...]

A MODEL is a folder of the collection whose model takes its weights as arguments
(jax_bert_base, jax_resnet50, ...): here they become constants; or a file that has them.
Times are minimum/median in milliseconds, weights in the page cache; memory is the PSS of
each of 1, 2 and 4 processes, in MiB, without and with a folder.
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))


def with_constants(folder, models, scratch):
    """The program of a folder with its weights as externals, which stand beside it."""
    import numpy
    spec = json.loads((models / "MANIFEST.json").read_text())["models"][folder.name]["weights"]
    text = (folder / "model.stablehlo.mlir").read_text()
    head = re.search(r"func\.func public @main\((.*?)\) -> ", text, re.S)
    arguments = re.findall(r"(%arg\d+): (tensor<[^>]*>)[^,]*", head.group(1))
    inputs = len(arguments) - len(spec["spec"])
    globals_, loads, header, offset = [], [], {}, 0
    for i, (name, kind) in enumerate(arguments[inputs:]):
        globals_.append(f"  ml_program.global private @w{i}(#ml_program.extern : {kind}) : {kind}\n")
        loads.append(f"    {name} = ml_program.global_load_const @w{i} : {kind}\n")
        size = 4 * int(numpy.prod(spec["spec"][i][1]))
        header[f"w{i}"] = {"dtype": "F32", "shape": spec["spec"][i][1],
                           "data_offsets": [offset, offset + size]}
        offset += size
    kept = ", ".join(f"{name}: {kind}" for name, kind in arguments[:inputs])
    begin = text.index("{\n", head.end()) + 2
    text = (text[:head.start()] + f"func.func public @main({kept}) -> " + text[head.end():begin]
            + "".join(loads) + text[begin:])
    first = text.index("\n") + 1  # Behind the line of the module.
    program = scratch / f"{folder.name}.mlir"
    program.write_text(text[:first] + "".join(globals_) + text[first:])
    with open(scratch / f"{folder.name}.weights.safetensors", "wb") as file:
        line = json.dumps(header).encode()
        line += b" " * (-(8 + len(line)) % 4096)
        file.write(len(line).to_bytes(8, "little") + line)
        for i, (_, shape, scale, shift) in enumerate(spec["spec"]):
            random = numpy.random.default_rng([spec["seed"], i])
            values = random.standard_normal(shape, numpy.float32) * numpy.float32(scale)
            file.write((values + numpy.float32(shift)).astype("<f4").tobytes())
    return program


def command(out, inputs, cache, options, repeat):
    return [options.bin / "ingot", "run", out, "--json", "--threads", str(options.threads),
            "--repeat", str(repeat), *(["--initialiser-cache", cache] if cache else []),
            *[x for path in inputs for x in ("--input", path)]]


def run(out, inputs, cache, options):
    done = subprocess.run(command(out, inputs, cache, options, 5), capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def pss(out, inputs, cache, options, count):
    """MiB of each of so many processes that call the program all the time."""
    running = [subprocess.Popen(command(out, inputs, cache, options, 10**6),
                                stdout=subprocess.DEVNULL) for _ in range(count)]
    last, sizes = None, []
    while last is None or max(sizes) - max(last) > 1 or min(sizes) < 1:  # Until it stays.
        time.sleep(1 + count)
        last, sizes = sizes or [0], []
        for process in running:
            rollup = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
            sizes.append(int(re.search(r"^Pss:\s+(\d+)", rollup, re.M).group(1)) / 1024)
    for process in running:
        process.kill()
        process.wait()
    return statistics.mean(sizes)


def measure(model, options, scratch):
    from harness import Daemon
    folder = options.models / model
    program = pathlib.Path(model)
    if folder.is_dir():
        program = with_constants(folder, options.models, scratch)
    else:
        folder = program.parent
    out = scratch / "model.so"
    with Daemon() as daemon:
        daemon.compile(program, out, timeout=600)
    inputs = sorted(folder.glob("input_*.npy"))
    cache = scratch / "kept"
    run(out, inputs, None, options)  # Weights come into the page cache.
    without, first, later = [], [], []
    for i in range(options.repeat):
        without.append(run(out, inputs, None, options))
        first.append(run(out, inputs, scratch / f"first{i}", options))
        run(out, inputs, cache, options)
        later.append(run(out, inputs, cache, options))
    kept = sum(file.stat().st_size for file in cache.iterdir()) / 2**20
    said = later[0]["initialisers"]

    def cell(runs, which):
        times = [one["milliseconds"][which] for one in runs]
        return f"{min(times):.1f}/{statistics.median(times):.1f}"
    memory = [" ".join(f"{pss(out, inputs, where, options, count):.0f}" for count in (1, 2, 4))
              for where in (None, cache)]
    print(f"| {model} | {kept:.0f} | {said['found']}, {said['ran']} | "
          + " | ".join(cell(runs, "bind") for runs in (without, first, later))
          + f" | {cell(without, 'minimum')} | {cell(later, 'minimum')} | {memory[0]} | {memory[1]} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, default=ROOT.parent / "shared" / "models")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("model", nargs="*", default=["jax_bert_base", "jax_resnet50"])
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    os.environ["INGOT_BIN"] = str(options.bin)  # The harness reads it.
    os.environ.pop("INGOT_INITIALISER_CACHE", None)
    print("| model | kept, MiB | found, ran | bind without | first | later | call without | "
          "call with | PSS without | PSS with |\n|" + " --- |" * 10)
    for model in options.model:
        with tempfile.TemporaryDirectory() as scratch:
            measure(model, options, pathlib.Path(scratch))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Single kernels beside the best of IREE, XLA, onnxruntime and oneDNN, in one run.

usage: kernels.py --bin DIR [--only REGEX] [--rounds N] [--seconds S] [--core N]
                  [--without PEERS] [--json F] [--markdown F] [--roofline F.svg]
                  [--plot F.svg] [--list]

Every engine has one thread, all on the same core. They take turns, round by round;
figures are the shortest and the middle call of all rounds. README.md says what the
columns are. Run it by the Python that has the peers; one that is not installed is said
to be.
"""
import argparse
import json
import math
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

import kernel_cases
import kernel_peers
import peers
import plots

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))
COLUMNS = ["Ingot", "XLA", "IREE", "onnxruntime", "oneDNN"]
# From this many operations a byte on arithmetic is the limit, not memory.
COMPUTE_BOUND = 8


def machine(binaries, before=None):
    """Peaks of machine_bench, or of `before` where those are higher: a neighbour may
    disturb one of them. None if it is not built."""
    program = binaries / "machine_bench"
    if not program.exists():
        return None
    done = subprocess.run([program], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    for way in ("read", "copy"):
        best = 0
        for number in reversed(range(len(found["gbytes"]))):
            entry = found["gbytes"][number]
            # What is smaller cannot be slower.
            best = max(best, entry[way], before["gbytes"][number][way] if before else 0)
            entry[way] = best
    for name in found["gflops"] if before else ():
        found["gflops"][name] = max(found["gflops"][name], before["gflops"][name])
    return found


def dtype_of(case):
    return case.operands[0].dtype


def bandwidth_now(binaries, size):
    """GB/s of arrays as large as a kernel's; 0 without machine_bench."""
    program = binaries / "machine_bench"
    if not program.exists():
        return 0
    done = subprocess.run([program, str(size)], check=True, capture_output=True, text=True)
    entry, = json.loads(done.stdout)["gbytes"]
    return max(entry["read"], entry["copy"])


def roof(case, measured, speed):
    """The least milliseconds that the machine allows, by arithmetic or by memory; `speed`
    is the bandwidth in GB/s."""
    if not measured:
        return None
    peak = max(measured["gflops"].get(dtype_of(case), 0), measured["gflops"]["f32"])
    arithmetic = case.flops / peak / 1e6 if case.group.split()[0] in (
        "contraction", "convolution") else 0
    return max(arithmetic, case.bytes / (speed or bandwidth(case.bytes, measured)) / 1e6)


def bandwidth(size, measured):
    """GB/s, between the two measured sizes around it."""
    known = [(math.log(entry["bytes"]), max(entry["read"], entry["copy"]))
             for entry in measured["gbytes"]]
    at = min(max(math.log(size), known[0][0]), known[-1][0])
    for (low, slow), (high, fast) in zip(known, known[1:]):
        if at <= high:
            return slow + (fast - slow) * (at - low) / (high - low)
    return known[-1][1]


def differs(folder, case):
    """The engine whose result is not ours, if they can be compared."""
    import numpy
    own = folder / "output_0.npy"
    if case.result[1] == "bf16" or not own.exists():
        return ""
    mine = numpy.load(own).astype("float64")
    scale = max(1e-6, float(numpy.abs(mine).max()) if mine.size else 0)
    for name, file in (("XLA", "xla.npy"), ("onnxruntime", "onnx.npy")):
        if not (folder / file).exists() or (name == "onnxruntime" and not case.same_layout):
            continue
        theirs = numpy.load(folder / file).astype("float64")
        if theirs.size != mine.size:
            return name
        if float(numpy.abs(theirs.reshape(-1) - mine.reshape(-1)).max()) > 2e-3 * scale:
            return name
    return ""


def measure(case, engines, options, folder):
    """{engine: [milliseconds] or why not}, and the bandwidth in the same minute."""
    kernel_peers.write_case(case, folder)
    times, ready, speed = {}, [], 0
    for engine in engines:
        try:
            engine.prepare(case, folder)
            ready.append(engine)
            times[engine.name] = []
        except kernel_peers.Absent as reason:
            times[engine.name] = str(reason)
        except subprocess.TimeoutExpired:
            times[engine.name] = "too slow to compile"
    for _ in range(options.rounds):
        speed = max(speed, bandwidth_now(options.bin, case.bytes))
        for engine in ready:
            if isinstance(times[engine.name], str):
                continue
            try:
                times[engine.name] += engine.run(options.seconds)
            except (kernel_peers.Absent, ValueError, OSError) as error:
                times[engine.name] = str(error) or "it ended"
    for engine in ready:
        try:
            engine.close()
        except (OSError, subprocess.TimeoutExpired):
            pass
    return times, speed


def figure(times):
    """Microseconds, shortest/middle."""
    if isinstance(times, str):
        return times.replace("|", "\\|")
    return "/".join(f"{x * 1e3:.0f}" if x >= 0.1 else f"{x * 1e3:.1f}"
                    for x in (min(times), statistics.median(times)))


def row_of(case, times, measured, wrong="", speed=0):
    own = times["Ingot"]
    peer = {name: min(values) for name, values in times.items()
            if name != "Ingot" and values and not isinstance(values, str)}
    best = min(peer, key=peer.get) if peer else None
    row = {"name": case.name, "group": case.group, "flops": case.flops, "bytes": case.bytes,
           "milliseconds": times, "best": best, "differs_from": wrong, "gbytes": speed,
           "ratio": None, "of_machine": None}
    if not isinstance(own, str):
        row["ratio"] = min(own) / peer[best] if best else None
        least = roof(case, measured, speed)
        row["of_machine"] = least / min(own) if least else None
    return row


def rate(row, milliseconds):
    """GFLOP/s of arithmetic, else GB/s."""
    if row["flops"] >= COMPUTE_BOUND * row["bytes"]:
        return f"{row['flops'] / milliseconds / 1e6:.0f} GFLOP/s"
    return f"{row['bytes'] / milliseconds / 1e6:.1f} GB/s"


def table_line(row):
    own = row["milliseconds"]["Ingot"]
    cells = [figure(row["milliseconds"].get(name, "-")) for name in COLUMNS]
    ratio = f"{row['ratio']:.2f} ({row['best']})" if row["ratio"] else "-"
    if row["differs_from"]:
        ratio += f" differs from {row['differs_from']}"
    return "| " + " | ".join(
        [row["name"], *cells, ratio, "-" if isinstance(own, str) else rate(row, min(own)),
         f"{row['of_machine']:.2f}" if row["of_machine"] else "-"]) + " |"


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def summary(rows):
    """A line a group, and one of all."""
    lines = ["| group | kernels | ratio, geometric mean | above 1.1 | worst |",
             "| --- | --- | --- | --- | --- |"]
    groups = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    for name, members in [*groups.items(), ("all", rows)]:
        known = [row for row in members if row["ratio"]]
        if not known:
            continue
        worst = max(known, key=lambda row: row["ratio"])
        lines.append(f"| {name} | {len(known)} | {mean([row['ratio'] for row in known]):.2f} | "
                     f"{sum(row['ratio'] > 1.1 for row in known)} | "
                     f"{worst['name']} {worst['ratio']:.2f} |")
    return lines


def draw(rows, measured, options):
    if options.plot:
        def note(row):
            own = row["milliseconds"]["Ingot"]
            return own if isinstance(own, str) else row["best"] or "no peer"
        plots.ratios([(row["name"], row["ratio"], note(row)) for row in rows],
                     "Kernels beside the best peer, one thread", options.plot)
    if not options.roofline:
        return
    points = []
    for row in rows:
        own = row["milliseconds"]["Ingot"]
        if isinstance(own, str) or not row["flops"]:
            continue
        best = row["best"] and min(row["milliseconds"][row["best"]])
        points.append((row["name"], row["group"], row["flops"] / row["bytes"],
                       row["flops"] / min(own) / 1e6, best and row["flops"] / best / 1e6))
    slopes, ceilings = [], []
    if measured:
        for size, name in ((1 << 20, "1 MiB"), (1 << 24, "16 MiB")):
            speed = bandwidth(size, measured)
            slopes.append((f"{name}: {speed:.0f} GB/s", speed))
        ceilings = [(f"{name}: {peak:.0f} GFLOP/s", peak)
                    for name, peak in measured["gflops"].items() if peak]
    plots.roofline(points, slopes, ceilings, "Kernels under the roof of this machine, one thread",
                   options.roofline)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="", help="regular expression, searched in the names")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.04, help="of an engine in a round")
    parser.add_argument("--core", type=int, help="to run on; the first that is allowed")
    parser.add_argument("--without", default="", help="peers to leave out, with commas")
    parser.add_argument("--list", action="store_true", help="the names, and nothing else")
    for name in ("json", "markdown", "roofline", "plot"):
        parser.add_argument("--" + name, type=pathlib.Path)
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    return options


def main():
    options = parsed()
    cases = [case for case in kernel_cases.all_cases() if re.search(options.only, case.name)]
    if options.list:
        print("\n".join(case.name for case in cases))
        return
    try:
        import numpy  # noqa: F401
    except ImportError:
        sys.exit(f"{sys.executable} has no numpy; run this by the Python that has the peers")
    os.environ["INGOT_BIN"] = str(options.bin)  # The harness reads it.
    from harness import Daemon
    core = min(os.sched_getaffinity(0)) if options.core is None else options.core
    os.sched_setaffinity(0, {core})
    measured = machine(options.bin, machine(options.bin))
    lines, rows = [], []

    def say(line):
        lines.append(line)
        print(line, flush=True)
    say(f"{platform.machine()}, core {core}, one thread; microseconds, shortest/middle call")
    if measured:
        say("peak GFLOP/s: " + ", ".join(f"{name} {value:.0f}" for name, value
                                           in measured["gflops"].items() if value)
            + "; GB/s: " + ", ".join(f"{entry['read']:.0f} at {entry['bytes'] >> 10} KiB"
                                     for entry in measured["gbytes"]))
    say("")
    say("| kernel | " + " | ".join(COLUMNS) + " | ratio (best peer) | rate | of machine |")
    say("| --- |" + " --- |" * (len(COLUMNS) + 3))
    with Daemon() as daemon:
        engines = [kernel_peers.Ingot(options.bin, daemon), kernel_peers.InPython("XLA", "xla"),
                   kernel_peers.Iree(), kernel_peers.InPython("onnxruntime", "onnx"),
                   kernel_peers.OneDnn(options.bin)]
        engines = [e for e in engines if e.name not in options.without.split(",")]
        for case in cases:
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                times, speed = measure(case, engines, options, folder)
                rows.append(row_of(case, times, measured, differs(folder, case), speed))
            say(table_line(rows[-1]))
    say("")
    for line in summary(rows):
        say(line)
    if options.json:
        options.json.write_text(json.dumps({"machine": measured, "kernels": rows}, indent=1))
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n")
    draw(rows, measured, options)


if __name__ == "__main__":
    main()

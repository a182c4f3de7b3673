#!/usr/bin/env python3
"""Where the time of cold compiles goes: phases, kernels, passes, and the way there.

usage: compile_profile.py --bin DIR [--models DIR] [--only REGEX] [--workers N]
                          [--kernels N] [--passes N] [--svg FILE] [--json FILE]

One `ingot compile --profile` for each model, by a daemon of its own with an empty store.
Measuring costs some percent: compare shares, and take times from models.py.

`wall` is what the client saw. `rest` of it is what no action accounts for: the call, the
store, writing the files. Times of workers are sums over all of them, so they may exceed
the wall time; `transport` of them is what an action ran for and its parts do not say: the
way to the worker and back, and its first touch of memory it shares with the template.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))
MODELS = ["jax_mobilenet_v2_035/model.linalg.mlir", "jax_resnet50/model.linalg.mlir",
          "jax_bert_base/model.linalg.mlir", "ppocr_det/model.tosa_mlprogram.mlirbc",
          "silero_vad/model.linalg.mlir", "ppocr_cls/model.tosa.mlir", "jax_minilm_l6/model.linalg.mlir"]
# The order of the bars' pieces, and their colours.
GROUPS = {"MLIR pass": "#4477aa", "LLVM pass": "#66ccee", "code generation": "#228833",
          "step": "#ccbb44", "transport": "#bbbbbb"}


def compile_cold(model, out, workers):
    """(milliseconds as the client saw them, what --json says)."""
    from harness import Daemon
    with Daemon(arguments=["--workers", str(workers), "--worker-nice", "0"]) as daemon:
        start = time.perf_counter()
        answer = daemon.compile(model, out, "--profile", timeout=600)
        return (time.perf_counter() - start) * 1e3, answer


def summarize(model, wall, answer):
    """A row: what the table, the plot and --json are made of."""
    kinds, groups, passes, kernels = (collections.Counter(), collections.Counter(),
                                      collections.Counter(), [])
    counts = collections.Counter()
    for action in answer["profile"]:
        if not action["built"]:
            continue
        kinds[action["kind"]] += action["ran"]
        known = 0
        for part in action["parts"]:
            key = (part["group"], part["name"])
            groups[part["group"]] += part["milliseconds"]
            passes[key] += part["milliseconds"]
            counts[key] += part["count"]
            known += part["milliseconds"]
        groups["transport"] += max(0, action["ran"] - known)
        if action["kind"] == "kernel":
            kernels.append({"ms": action["ran"], "root": action["root"],
                            "symbol": action["symbol"],
                            "share": shares(action)})
    kernels.sort(key=lambda kernel: -kernel["ms"])
    milliseconds = answer["milliseconds"]
    return {"model": model, "wall": wall, "kernels": answer["kernels"],
            "phases": {k: v for k, v in milliseconds.items() if k not in ("total", "queued")},
            "rest": wall - milliseconds["total"],
            "actions": dict(kinds), "groups": dict(groups), "slowest": kernels,
            "passes": [{"group": group, "name": name, "ms": ms, "count": counts[group, name]}
                       for (group, name), ms in passes.most_common()]}


def shares(action):
    """Milliseconds of an action by group."""
    sums = collections.Counter()
    for part in action["parts"]:
        sums[part["group"]] += part["milliseconds"]
    return dict(sums)


def show(row, kernels, passes):
    built = row["kernels"]
    print(f"\n## {row['model']}: {row['wall']:.0f} ms, {built['built']} kernels built, "
          f"{built['reused']} found")
    phases = ", ".join(f"{name} {ms:.0f}" for name, ms in row["phases"].items())
    print(f"wall: {phases}, rest {row['rest']:.0f}")
    print("in workers: " + ", ".join(f"{k} {v:.0f}" for k, v in row["actions"].items()))
    whole = sum(row["groups"].values()) or 1
    print("of that: " + ", ".join(
        f"{group} {row['groups'].get(group, 0):.0f} ({row['groups'].get(group, 0) / whole:.0%})"
        for group in GROUPS))
    print("\n| ms | kernel | MLIR | LLVM | code |\n| --- | --- | --- | --- | --- |")
    for kernel in row["slowest"][:kernels]:
        share = kernel["share"]
        print(f"| {kernel['ms']:.1f} | {kernel['root']} {kernel['symbol'][13:21]} | "
              + " | ".join(f"{share.get(group, 0):.1f}"
                           for group in list(GROUPS)[:3]) + " |")
    print("\n| ms | times | pass or step |\n| --- | --- | --- |")
    for part in row["passes"][:passes]:
        print(f"| {part['ms']:.1f} | {part['count']} | {part['group']}: {part['name']} |")


def plot(rows):
    """A bar for each model, its pieces in the order of GROUPS, as SVG."""
    left, width, height = 260, 620, 34
    longest = max(sum(row["groups"].values()) for row in rows) or 1
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 90}" '
             f'height="{(len(rows) + 2) * height}" font-family="sans-serif" font-size="13">']
    x = left
    for group, colour in GROUPS.items():
        parts.append(f'<rect x="{x}" y="8" width="12" height="12" fill="{colour}"/>'
                     f'<text x="{x + 16}" y="19">{group}</text>')
        x += 40 + 8 * len(group)
    for i, row in enumerate(rows):
        y, x = (i + 1) * height, left
        parts.append(f'<text x="{left - 8}" y="{y + 18}" text-anchor="end">'
                     f'{row["model"].split("/")[0]}</text>')
        for group, colour in GROUPS.items():
            piece = width * row["groups"].get(group, 0) / longest
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{piece:.1f}" height="24" '
                         f'fill="{colour}"/>')
            x += piece
        parts.append(f'<text x="{x + 6:.1f}" y="{y + 18}">'
                     f'{sum(row["groups"].values()):.0f} ms</text>')
    parts.append(f'<text x="{left}" y="{(len(rows) + 1) * height + 18}">milliseconds in '
                 "workers, one cold compile each</text></svg>")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path,
                        default=ROOT.parent / "shared" / "models")
    parser.add_argument("--only", default="", help="searched in FOLDER/FILE")
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--kernels", type=int, default=8, help="rows of kernels")
    parser.add_argument("--passes", type=int, default=20, help="rows of passes")
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    os.environ["INGOT_BIN"] = str(options.bin.resolve())  # The harness reads it.
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for model in MODELS:
            path = options.models / model
            if not re.search(options.only, model):
                continue
            if not path.exists():
                print(f"{path} is not there", file=sys.stderr)
                continue
            wall, answer = compile_cold(path, pathlib.Path(folder) / "x.so", options.workers)
            rows.append(summarize(model, wall, answer))
            show(rows[-1], options.kernels, options.passes)
    if options.svg and rows:
        options.svg.write_text(plot(rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

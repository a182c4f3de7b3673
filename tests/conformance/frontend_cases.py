#!/usr/bin/env python3
"""Models of frameworks with golden results, through a running daemon.

    frontend_cases.py --root DIR --out X.json [--only REGEX]

DIR is any folder of the layouts of ../shared/frontends; ONNX, TFLite and TensorFlow are
told apart by content. X.json gets one record a case: imported, compiled, executed, right,
close, and the reason why not. What the records say together stands at the end.
"""
import argparse
import collections
import functools
import json
import os
import pathlib
import re
import sys
import tempfile
import time

import numpy as np

from commands import Failure, call, judge_all
from frontendcases import cases, compare

FRAMEWORKS = {"onnx": "ONNX", "tflite": "TFLite", "saved_model": "TensorFlow",
              "graphdef": "TensorFlow"}
# What the daemon says when a program was read and cannot be lowered; a reader refuses
# with INVALID_ARGUMENT.
LOWERING = "cannot be lowered"


def opaque(value):
    """An array as `ingot run` takes it."""
    kind = cases.OPAQUE.get(value.dtype.lower())
    return value.array.view(kind) if kind else value.array


class Program:
    """A case that was compiled."""

    def __init__(self, case, server, scratch, target):
        self.case = case
        self.scratch = pathlib.Path(scratch)
        self.executable = self.scratch / "program.so"
        self.types = [part for one in case.input_types() for part in ("--input-type", one)]
        target = ["--target", target] if target else []
        self.report = json.loads(call("compile", case.program, "--json", "-o", self.executable,
                                      "--server", server, *self.types, *target))
        entries = self.report["entry_points"]
        self.entry = case.entry if case.entry in entries else entries[0]
        self.arguments, self.results = self.names(server)

    def names(self, server):
        """The executable's names of arguments and results, where order can be doubted."""
        described = (self.case.described("inputs"), self.case.described("outputs"))
        if all(len(values) < 2 for values in described):
            return [], []
        report = json.loads(call("inspect", self.case.program, "--json", "--server", server,
                                 *self.types))
        entry = next((one for one in report["entry_points"] if one["name"] == self.entry), {})
        return [[value.get("name") for value in entry.get(kind, [])]
                for kind in ("inputs", "outputs")]

    def order(self, names, values):
        """For each value the place that the executable has for its name, else its own."""
        places = {name: i for i, name in enumerate(names) if name}
        wanted = [value.name for value in values]
        if all(name in places for name in wanted) and len(set(wanted)) == len(wanted):
            return [places[name] for name in wanted]
        return list(range(len(values)))

    def run(self, inputs, *flags):
        folder = self.scratch / "run"
        folder.mkdir(exist_ok=True)
        command = [self.executable, "-q", "--entry", self.entry, "--output-dir", folder, *flags]
        places = self.order(self.arguments, inputs)
        for place in sorted(places):
            value = inputs[places.index(place)]
            np.save(folder / f"input_{place}.npy", opaque(value))
            command += ["--input", folder / f"input_{place}.npy"]
        call("run", *command)
        return folder

    def judge(self, number, folder, results, tolerances, frame=None):
        """(mark, why) of every result of a run."""
        for i, place in enumerate(self.order(self.results, results)):
            got = np.load(folder / f"output_{place}.npy")
            mark, why = compare.judge(got if frame is None else got[frame], results[i].array,
                                      results[i].dtype, tolerances[i],
                                      self.case.meta.get("deterministic", True))
            yield mark, why and f"run {number}, result {i} {why}"

    def judge_all(self):
        runs = list(self.case.runs())
        if self.case.meta.get("stateful"):
            yield from self.judge_state(runs)
            return
        for number, (inputs, results, tolerances) in enumerate(runs):
            folder = self.run(inputs)
            yield from self.judge(number, folder, results, tolerances)

    def judge_state(self, runs):
        """All runs are calls of one instance: frames of one run of `ingot run`."""
        stacked = [cases.Value(np.stack([inputs[i].array for inputs, _, _ in runs]),
                               runs[0][0][i].name, runs[0][0][i].dtype)
                   for i in range(len(runs[0][0]))]
        folder = self.run(stacked, "--frames")
        for number, (_, results, tolerances) in enumerate(runs):
            yield from self.judge(number, folder, results, tolerances, number)


def judge(server, case, target=None):
    begin = time.monotonic()
    record = {"case": case.name, "format": case.format, "imported": False, "compiled": False,
              "executed": False, "right": False, "close": False, "reason": "", "custom_ops": []}
    with tempfile.TemporaryDirectory() as scratch:
        try:
            program = Program(case, server, scratch, target)
            record.update(imported=True, compiled=True)
            record["custom_ops"] = sorted({op["name"] for op in
                                           program.report.get("custom_ops", [])})
            if case.has_golden_result:
                marks = list(program.judge_all())
                faults = [why for _, why in marks if why]
                record.update(executed=True, right=not faults, reason="; ".join(faults[:3]),
                              close=all(mark != "wrong" for mark, _ in marks))
        except Failure as failure:
            record["reason"] = str(failure)
            record["imported"] |= LOWERING in str(failure)
        except Exception as error:  # A case at fault is a record, not the end of the run.
            record["reason"] = f"{type(error).__name__}: {error}"
    record["seconds"] = round(time.monotonic() - begin, 2)
    return record


def summary(records):
    """A line a framework."""
    groups = collections.defaultdict(list)
    for record in records:
        groups[FRAMEWORKS[record["format"]]].append(record)
    for framework, of_it in sorted(groups.items()):
        counts = ", ".join(f"{mark} {sum(r[mark] for r in of_it)}"
                           for mark in ("imported", "compiled", "executed", "right", "close"))
        yield f"{framework}: {len(of_it)} cases: {counts}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="", metavar="REGEX", help="on the names of cases")
    parser.add_argument("--server", help="a daemon that runs; else one is started")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--target", help="of the compiles, a name or a description's file")
    options = parser.parse_args()
    wanted = [case for case in cases.find(options.root) if re.search(options.only, case.name)]
    if not wanted:
        parser.error(f"no case below {options.root} matches")

    records = judge_all(options, wanted, functools.partial(judge, target=options.target))
    print("\n".join(summary(records)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

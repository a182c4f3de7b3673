#!/usr/bin/env python3
"""Cases made with PyTorch, through a running daemon.

    torch_cases.py --root DIR --out X.json [--only REGEX] [--through DIALECT]

DIR is any folder of the layout of ../shared/torch (zstd -d --long=27 -c cases.tar.zst |
tar -x -C DIR). X.json gets one record for each case and form: whether it is converted to
StableHLO and to TOSA, whether it ran, whether every result is PyTorch's, and if not, why
not. At the end stands what the records say together. With --through, what runs is the
program in that dialect: its numbers show whether the conversion is right.
"""
import argparse
import collections
import os
import pathlib
import re
import sys
import tempfile
import time

import numpy as np

from commands import Failure, call, judge_all
from torchcases import cases, compare

DIALECTS = ("stablehlo", "tosa")


def convert(server, program, dialect, scratch):
    """Nothing if the program is all of the other dialect afterwards, else why not."""
    out = pathlib.Path(scratch) / f"{dialect}.mlir"
    try:
        call("compile", program, "-q", "--emit", f"mlir:{dialect}", "-o", out, "--server",
             server)
    except Failure as failure:
        return str(failure)
    left = sorted(set(re.findall(r"\b(torch\.[\w.]+)", out.read_text())))
    return f"left over: {', '.join(left)}" if left else None


def run(server, executable, arrays, scratch):
    folder = pathlib.Path(scratch) / "run"
    folder.mkdir(exist_ok=True)
    command = [executable, "-q", "--output-dir", folder]
    for i, array in enumerate(arrays):
        np.save(folder / f"input_{i}.npy", array)
        command += ["--input", folder / f"input_{i}.npy"]
    call("run", *command)
    return folder


def execute(server, case, program, scratch):
    """Compiles once and runs every call; the faults of its results."""
    executable = pathlib.Path(scratch) / "program.so"
    call("compile", program, "-q", "-o", executable, "--server", server)
    faults = []
    for number, (arguments, expected) in enumerate(case.calls()):
        folder = run(server, executable, arguments, scratch)
        for i, (value, how) in enumerate(expected):
            got = cases.load(folder / f"output_{i}.npy")
            fault = compare.difference(got, value, case.meta.get("tolerance", {}),
                                       case.compares_values)
            if fault:
                faults.append(f"call {number}, result {i} {fault}")
    return faults


def judge(server, case, form, through=None):
    """The record of a case in one form, run as it is or as what it is converted to."""
    begin = time.monotonic()
    program = case.folder / form
    record = {"case": case.name, "form": form, "net": case.is_net,
              "compares": "values" if case.compares_values else "shapes",
              "torch_mlir": case.peers(form), "executed": False, "right": False,
              "reason": ""}
    with tempfile.TemporaryDirectory() as scratch:
        for dialect in [through] if through else DIALECTS:
            reason = convert(server, program, dialect, scratch)
            record[dialect] = {"converted": reason is None, "reason": reason or ""}
        try:
            if through:
                if not record[through]["converted"]:
                    raise Failure(f"not converted to {through}")
                program = pathlib.Path(scratch) / f"{through}.mlir"
            faults = execute(server, case, program, scratch)
            record.update(executed=True, right=not faults, reason="; ".join(faults[:3]))
        except Failure as failure:
            record["reason"] = str(failure)
        except Exception as error:  # A case at fault is a record, not the end of the run.
            record["reason"] = f"{type(error).__name__}: {error}"
    record["seconds"] = round(time.monotonic() - begin, 2)
    return record


def share(good, among):
    return f"{good} of {among}" + (f" ({100 * good / among:.1f} %)" if among else "")


def summary(records):
    """Lines that say how far we are; torch-mlir's counts are beside ours."""
    by_form = collections.defaultdict(list)
    for record in records:
        by_form["nets " * record["net"] + record["form"]].append(record)
    # What torch-mlir converts by any path in the backend contract.
    anyhow = {r["case"] for r in records
              if r["form"] == "module.mlir" and any(r["torch_mlir"].values())}
    for form, of_form in sorted(by_form.items()):
        right = sum(r["right"] for r in of_form)
        line = f"{form}: right {share(right, len(of_form))}"
        known = [r for r in of_form if r["case"] in anyhow]
        if known:
            line += f", of what torch-mlir converts {share(sum(r['right'] for r in known), len(known))}"
        for dialect in DIALECTS:
            if dialect not in of_form[0]:
                continue
            ours = sum(r[dialect]["converted"] for r in of_form)
            theirs = sum(r["torch_mlir"].get(dialect, False) for r in of_form)
            line += f"; to {dialect} {ours}, torch-mlir {theirs}"
        yield line


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="", metavar="REGEX", help="on the names of cases")
    parser.add_argument("--forms", default=",".join(cases.FORMS), help="separated by commas")
    parser.add_argument("--server", help="a daemon that runs; else one is started")
    parser.add_argument("--through", choices=DIALECTS, help="run what this dialect says")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    wanted = [(case, form) for case in cases.find(options.root)
              if re.search(options.only, case.name)
              for form in case.forms() if form in options.forms.split(",")]
    if not wanted:
        parser.error(f"no case below {options.root} matches")

    records = judge_all(
        options, wanted, lambda server, one: judge(server, *one, options.through))
    print("\n".join(summary(records)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""What becomes of each StableHLO op, found out by converting the FileCheck tests.

The ops are those of the ODS files. Every test in tests/lit/conversion/StablehloToLinalg is
printed before and after `convert-stablehlo-to-linalg`; an op of which a function
has none left was converted, with or without sizes of `?`. The table stands in
the README of the conversion, between two markers. The README also says, in its
own words, which ops stay and why; each one that stays in a test must be named
there, and no other one.

    stablehlo_table.py --write    puts the table into the README
    stablehlo_table.py --check    fails if the README or the tests are behind
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "pipeline/conversion/StablehloToLinalg/README.md"
DIALECT = ROOT / "pipeline/dialects/stablehlo"
TESTS = ROOT / "tests/lit/conversion/StablehloToLinalg"

BEGIN, END = "<!-- begin: ops -->", "<!-- end: ops -->"
NOT_LOWERED = "## What is not lowered"

DEFINITION = re.compile(r'def Stablehlo_\w+Op\s*:\s*\w+<\s*"([\w-]+)"')
OPERATION = re.compile(r'^\s*(?:%.*? = )?"([\w.-]+)"')
# Ops whose regions hold whole tensors; in all others, ops on single elements
# say nothing about tensors.
WITH_TENSORS = {"stablehlo.if", "stablehlo.case", "stablehlo.while"}

Use = collections.namedtuple("Use", "op is_dynamic")


def all_ops():
    found = set()
    for path in DIALECT.glob("*.td"):
        found.update(DEFINITION.findall(path.read_text()))
    return sorted(found)


def functions(ingot_opt, path, *passes):
    """For each function of the file in order, its uses of StableHLO ops."""
    run = subprocess.run(
        [ingot_opt, path, "-split-input-file", *passes, "--mlir-print-op-generic"],
        capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        sys.exit(f"{path} {' '.join(passes)}: {run.stderr}")
    result, open_ops = [], []
    for line in run.stdout.splitlines():
        match = OPERATION.match(line)
        if match:
            name = match[1]
            if name == "func.func":
                result.append([])
        if line.rstrip().endswith("({"):
            open_ops.append(name)
            continue
        if line.lstrip().startswith("})"):
            name = open_ops.pop()
        elif not match:
            continue
        around = {op for op in open_ops if op.startswith("stablehlo.")}
        if not name.startswith("stablehlo.") or around - WITH_TENSORS:
            continue
        types = line[line.rfind(" : ("):]
        result[-1].append(Use(name.removeprefix("stablehlo."), "?" in types))
    return result


def states(ingot_opt):
    """Op -> set of "static", "dynamic", "stays"."""
    found = collections.defaultdict(set)
    for path in sorted(TESTS.glob("*.mlir")):
        before = functions(ingot_opt, path)
        after = functions(ingot_opt, path, "--convert-stablehlo-to-linalg")
        assert len(before) == len(after), path
        for given, left in zip(before, after):
            remaining = {use.op for use in left}
            for use in given:
                if use.op in remaining:
                    found[use.op].add("stays")
                else:
                    found[use.op].add("dynamic" if use.is_dynamic else "static")
    return found


def table(ops, found):
    lines = ["| op | sizes known | sizes unknown | may stay |",
             "| --- | --- | --- | --- |"]
    for op in ops:
        cells = ["yes" if state in found[op] else ""
                 for state in ("static", "dynamic", "stays")]
        lines.append("| " + " | ".join([f"`{op}`", *cells]) + " |")
    lowered = sum(bool(found[op] & {"static", "dynamic"}) for op in ops)
    lines += ["", f"{lowered} of {len(ops)} ops are lowered."]
    return "\n".join(lines)


def faults(ops, found, readme, new):
    """What is wrong, in words."""
    if BEGIN + "\n" + new + "\n" + END not in readme:
        yield "the table is not that of the tests; run stablehlo_table.py --write"
    section = readme.partition(NOT_LOWERED)[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w-]+)`", section)) & set(ops)
    for op in ops:
        if not found[op]:
            yield f"no test converts {op}, and none shows that it stays"
        if "stays" in found[op] and op not in named:
            yield f"{op} stays in a test, but the README does not say why"
        if "stays" not in found[op] and op in named:
            yield f"the README says that {op} may stay, but no test shows it"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", action="store_true")
    mode.add_argument("--check", action="store_true")
    parser.add_argument("--ingot-opt", default=os.path.join(
        os.environ.get("INGOT_BIN", ROOT / "build/bin"), "ingot-opt"))
    options = parser.parse_args(arguments)
    ops, found = all_ops(), states(options.ingot_opt)
    readme, new = README.read_text(), table(ops, found)
    if options.write:
        head, rest = readme.split(BEGIN)
        readme = head + BEGIN + "\n" + new + "\n" + END + rest.split(END)[1]
        README.write_text(readme)
    wrong = list(faults(ops, found, readme, new))
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

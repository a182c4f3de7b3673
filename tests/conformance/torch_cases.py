#!/usr/bin/env python3
"""PyTorch's own numbers against ours: runs a folder of torch cases through a daemon.

  torch_cases.py --root DIR --out X.json [--only REGEX] [--forms module,raw] [--jobs 2]

DIR/cases/NAME has the programs, the inputs, what PyTorch computed, and meta.json; DIR's
README tells the layout. Each case and form gives one record: whether it was converted to
StableHLO, whether it ran, whether the numbers are right, and why not. INGOT_BIN is the
folder of the programs, else build/bin of this repository; INGOT_SERVER names the daemon,
else a private one serves.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("INGOT_BIN", ROOT / "build" / "bin"))
TIMEOUT = 120
# As `ingot run` reads and writes what numpy has no type for.
OPAQUE = {"bits_u16": "V2", "bits_u8": "V1"}


def run(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return None, "took more than %d seconds" % TIMEOUT
    return done.returncode, done.stderr + ("" if done.returncode else done.stdout)


def first_error(text):
    for line in text.splitlines():
        if "error:" in line:
            return re.sub(r"^.*?error:\s*", "", line).strip()[:300]
    return text.strip()[-300:]


def prepare(case, values, scratch):
    """Copies of the inputs in the form that `ingot run` wants."""
    command = []
    for i, value in enumerate(values):
        array = np.load(case / value["file"])
        if value.get("encoding") in OPAQUE:
            array = array.view(OPAQUE[value["encoding"]])
        path = pathlib.Path(scratch) / f"in_{i}.npy"
        np.save(path, array)
        command += ["--input", str(path)]
    return command


def as_numbers(array, value):
    if value.get("dtype") == "bfloat16":
        bits = array.view("u2").astype("u4") << 16
        return bits.view("f4")
    return array.view("u1") if array.dtype.kind == "V" else array


def compare(got, want, value, tolerance, shape_only):
    if got.shape != want.shape:
        return f"shape {list(got.shape)} instead of {list(want.shape)}"
    got, want = as_numbers(got, value), as_numbers(want, value)
    if got.dtype != want.dtype:
        return f"dtype {got.dtype} instead of {want.dtype}"
    if shape_only:
        return None
    if want.dtype.kind in "fc":
        rtol = tolerance.get("float_scalar_rel", 1e-4) if value["kind"] == "float" \
            else tolerance["rtol"]
        good = np.isclose(got, want, rtol=rtol, atol=tolerance["atol"], equal_nan=True)
    else:
        good = got == want
    if good.all():
        return None
    at = tuple(int(i) for i in np.argwhere(~good)[0])
    return f"{int((~good).sum())} of {good.size} differ, first at {list(at)}: " \
           f"{got[at]} instead of {want[at]}"


def run_calls(case, meta, artifact, scratch):
    """None, or what is wrong, with the status."""
    shape_only = meta.get("uses_rng") or not meta.get("deterministic", True) or \
        bool(meta.get("suspect"))
    for call in meta["calls"]:
        output = pathlib.Path(scratch) / "out"
        output.mkdir(exist_ok=True)
        for old in output.iterdir():
            old.unlink()
        command = [BIN / "ingot", "run", artifact, "-q", "--output-dir", output]
        code, text = run(command + prepare(case, call["inputs"], scratch))
        if code != 0:
            return "failed", first_error(text)
        for i, value in enumerate(call["expected"]):
            path = output / f"output_{i}.npy"
            if not path.exists():
                return "wrong", f"there is no result {i}"
            fault = compare(np.load(path), np.load(case / value["file"]), value,
                            meta["tolerance"], shape_only)
            if fault:
                return "wrong", f"result {i}: {fault}"
    return "right", None


def judge(case, form):
    """The record of one case in one form."""
    record = {"case": case.name, "form": form, "status": "absent"}
    path = case / f"{form}.mlir"
    if not path.exists():
        return record
    meta = json.loads((case / "meta.json").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        code, text = run([BIN / "ingot-opt", path, "--convert-torch-to-stablehlo"])
        left = re.findall(r"= \"?(torch\.[\w.]+)\"?(?: \"([\w.]+)\")?", text)
        record["stablehlo"] = code == 0 and not left
        artifact = pathlib.Path(scratch) / "case.ingot"
        code, text = run([BIN / "ingot", "compile", path, "-q", "-o", artifact])
        if code == 0:
            record["status"], reason = run_calls(case, meta, artifact, scratch)
        else:
            record["status"], reason = "refused" if code == 1 else "crash", first_error(text)
        if reason:
            record["reason"] = reason
        if not record["stablehlo"]:
            record["ops"] = sorted({name or op for op, name in left})
    return record


def summarize(records):
    for form in sorted({r["form"] for r in records}):
        mine = [r for r in records if r["form"] == form and r["status"] != "absent"]
        counts = collections.Counter(r["status"] for r in mine)
        converted = sum(r["stablehlo"] for r in mine)
        print(f"{form}: {len(mine)} programs, {converted} converted to stablehlo; " +
              ", ".join(f"{n} {status}" for status, n in counts.most_common()))
        ops = collections.Counter(op for r in mine for op in r.get("ops", []))
        for op, n in ops.most_common(40):
            print(f"  {n:4} {op}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="", help="regular expression on names")
    parser.add_argument("--forms", default="module,raw")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    cases = [case for case in sorted((arguments.root / "cases").iterdir())
             if re.search(arguments.only, case.name)]
    work = [(case, form) for form in arguments.forms.split(",") for case in cases]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        records = list(pool.map(lambda item: judge(*item), work))
    arguments.out.write_text(json.dumps(records, indent=1))
    summarize(records)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""A property test: what Ingot makes of a random jax program computes what jax does.

  jax_fuzz.py [--seed N] [--count N] [--only KIND] [--case N] [--keep DIR]

Case N of a seed is always the same program (for one version of jax). Each is exported
in one of five forms, goes through `ingot compile` and `ingot run`, and is compared with
jax on this CPU by the rule in jaxfuzz/compare.py. A failure is made small and, with
--keep, written as a folder with the program, its arguments, what jax says and a README.

INGOT_BIN is the folder of the programs, else build/bin of this repository. Exits with 1
unless every case passes. Where jax cannot be imported, the interpreter that
INGOT_JAX_PYTHON names takes over; without one, exits with 77.
"""
import argparse
import collections
import os
import pathlib
import sys
import tempfile
import time

try:
    import flatbuffers  # noqa: F401  (of jax.export)
    import jax  # noqa: F401
except ImportError:
    other = os.environ.pop("INGOT_JAX_PYTHON", None)
    if other:
        os.execv(other, [other, *sys.argv])
    print("skipped: jax cannot be imported; pip install 'jax[cpu]' flatbuffers and name "
          "that python in INGOT_JAX_PYTHON", file=sys.stderr)
    sys.exit(77)

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "integration"))
# pylint: disable=wrong-import-position
import harness
from jaxfuzz import compare, kinds, service, shrink, values
from jaxfuzz.program import Builder, Unfit


class Case:
    """A program with its arguments, the form it is exported in and a second size."""

    def __init__(self, seed, number, only):
        rng = np.random.default_rng([seed, number])
        self.expected = None
        while self.expected is None:
            self.program = generate(rng, only)
            self.arrays = [a.draw(rng) for a in self.program.arguments]
            self.expected = accepted(self.program, self.arrays)
        self.form = values.pick(rng, service.FORMS)
        self.size, self.second = None, None
        if self.form == "polymorphic":
            sizes = sorted({d for a in self.program.arguments for d in a.shape if d > 1})
            self.size = values.pick(rng, sizes) if sizes else None
            if self.size:
                resize = {self.size: self.size + 3}
                self.second = [a.draw(rng, resize) for a in self.program.arguments]


def generate(rng, only):
    table = kinds.load()
    wanted = [only] if only else list(table)
    while True:
        builder = Builder(rng)
        length = int(rng.integers(1, 7))
        for _ in range(60):
            if len(builder.steps) >= length:
                break
            try:
                values.pick(rng, table[values.pick(rng, wanted)])(builder)
            except Unfit:
                pass
        if builder.steps:
            return builder.build()


def accepted(program, arrays):
    """What jax computes; None where it traces a program but cannot lower it."""
    try:
        service.export(program, "text")
        return compare.run_jax(program, arrays)
    except Exception:  # jax raises of many kinds
        return None


def polymorphic(case):
    """The file of the polymorphic form and the arguments of a second size, where jax
    can trace and run both; else None."""
    if not case.size:
        return None
    source = service.export_polymorphic(case.program, case.size)
    if source is None:
        return None
    try:
        compare.run_jax(case.program, case.second)
    except Exception:  # the program is tied to the first size
        return None
    return source


def judge(server, program, runs, source, expected=()):
    """(status, message): compiles and compares a run with each list of arguments.
    `expected` has what jax computes for the first ones, where that is known."""
    expected = list(expected)
    failed = server.compile(*source)
    for arrays in runs:
        if failed:
            return failed.status, failed.message
        theirs = expected.pop(0) if expected else compare.run_jax(program, arrays)
        done = server.run(arrays, [t.dtype for t in theirs])
        if done.status != "ran":
            return done.status, done.message
        wrong = compare.compare(program, arrays, done.results, theirs)
        if wrong:
            return "wrong", "\n".join(d.text for d in wrong)
    return "pass", ""


def check(server, case):
    source, runs = polymorphic(case), [case.arrays]
    if source:
        runs.append(case.second)
    else:
        form = "text" if case.form == "polymorphic" else case.form
        source = service.export(case.program, form)
    verdict = judge(server, case.program, runs, source, [case.expected])
    return verdict, len(runs) > 1


def same_kind(status, message):
    """What a smaller program must have in common with the failure: of a refusal also
    the first complaint."""
    complaint = message.partition("error: ")[2].partition("\n")[0]
    return status, complaint if status == "refused" else ""


def smaller(server, case, verdict):
    def fails(program, arrays, form):
        source = (service.export(program, form) if form != "polymorphic"
                  else service.export_polymorphic(program, case.size))
        if not source:
            return False
        found = judge(server, program, [arrays], source, [compare.run_jax(program, arrays)])
        return same_kind(*found) == same_kind(*verdict)
    for form in ("text", case.form):
        if (case.size or form != "polymorphic") and fails(case.program, case.arrays, form):
            return form, *shrink.shrink(case.program, case.arrays,
                                        lambda p, a, form=form: fails(p, a, form))
    return None  # only with the second size


def keep(folder, server, case, verdict, command):
    """Writes a reproducer and returns what it is."""
    small = smaller(server, case, verdict)
    form, program, arrays = small or (case.form, case.program, case.second or case.arrays)
    note = "" if form == "text" else f"\nOnly as {form}" + ("." if small else
                                                          ", with the second size.")
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        symbolic = form == "polymorphic" and service.export_polymorphic(program, case.size)
        source, ending = symbolic or service.export(program, form)
        (folder / f"program{ending}").write_bytes(source)
        inputs = []
        for i, array in enumerate(arrays):
            service.save(folder / f"input_{i}.npy", array)
            inputs.append(f"--input input_{i}.npy")
        for i, array in enumerate(compare.run_jax(program, arrays)):
            service.save(folder / f"expected_{i}.npy", array)
        status, message = judge(server, program, [arrays], (source, ending))
        (folder / "README.md").write_text(
            f"{verdict[0]}\n\n{message if status == verdict[0] else verdict[1]}\n{note}\n"
            f"```\n{program}\n```\n\nWhole case: `{command}`. Here:\n\n"
            f"    ingot compile program{ending} -o program.so && ingot run program.so "
            f"{' '.join(inputs)} --output-dir .\n")
    return str(program) + note


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--only", metavar="KIND", help="one of " + ", ".join(kinds.load()),
                        choices=list(kinds.load()))
    parser.add_argument("--case", type=int, help="run this case only")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for failures")
    arguments = parser.parse_args()
    numbers = range(arguments.count) if arguments.case is None else [arguments.case]
    counts, used, begin = collections.Counter(), collections.Counter(), time.monotonic()
    with (harness.Daemon(arguments=["--verify-passes"]) as daemon,
          tempfile.TemporaryDirectory() as scratch):
        server = service.Service(harness.INGOT, daemon.address, scratch)
        for number in numbers:
            case = Case(arguments.seed, number, arguments.only)
            verdict, two_sizes = check(server, case)
            status = verdict[0]
            counts[status] += 1
            used.update(case.program.kinds() + ["two sizes"] * two_sizes)
            if status == "pass":
                continue
            only = f" --only {arguments.only}" if arguments.only else ""
            command = f"jax_fuzz.py --seed {arguments.seed} --case {number}{only}"
            folder = arguments.keep and arguments.keep / f"{arguments.seed}-{number}"
            print(f"{status}: {command} ({case.form})\n{verdict[1].strip()}\n"
                  f"{keep(folder, server, case, verdict, command)}\n", flush=True)
    print(", ".join(f"{n} {s}" for s, n in counts.most_common()),
          f"in {time.monotonic() - begin:.0f} s; cases with",
          ", ".join(f"{k} {n}" for k, n in sorted(used.items())))
    return 0 if set(counts) <= {"pass"} else 1


if __name__ == "__main__":
    sys.exit(main())

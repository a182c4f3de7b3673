#!/usr/bin/env python3
"""Which operators of PyTorch programs could not be custom ops, and why.

    custom_survey.py --root DIR [--only REGEX] [--forms module.mlir,raw.mlir]

Runs `ingot check --all-custom` over every program of a folder of the layout of
../shared/torch, and prints a table in Markdown: each kind of refusal, how many ops of how
many programs it concerns, and which.
"""
import argparse
import collections
import contextlib
import os
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "integration"))
import harness  # noqa: E402

REFUSED = re.compile(r": error: '([^']+)' op cannot be a custom op: (.*)")
COUNT = re.compile(r"remark: (\d+) of (\d+) operators can be custom ops")
# Names and types differ from op to op; a kind is what is left.
NAMED = [(re.compile(r"^(an element of )*'[^']*' "), "an argument "),
         (re.compile(r"!torch\.[\w.]+(<.*>)?"), "T")]


def kind_of(reason):
    for pattern, text in NAMED:
        reason = pattern.sub(text, reason)
    return reason.strip()


def survey(server, program):
    """(operators, can be custom ops, [(operator, reason)]), or None if it was not read."""
    done = subprocess.run([harness.INGOT, "check", "--all-custom", str(program), "--server",
                           server], capture_output=True, text=True, errors="replace",
                          timeout=300)
    count = COUNT.search(done.stderr)
    if not count:
        print(f"{program}: {done.stderr.strip()[:300]}", file=sys.stderr)
        return None
    return int(count[2]), int(count[1]), REFUSED.findall(done.stderr)


def print_table(kinds):
    print("| kind | ops | programs | operators |\n| --- | --- | --- | --- |")
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        names = collections.Counter(op.removeprefix("torch.") for op, _ in found)
        programs = len({program for _, program in found})
        listed = ", ".join(f"`{name}` {n}" for name, n in names.most_common(6))
        more = f", and {len(names) - 6} more" if len(names) > 6 else ""
        print(f"| {kind} | {len(found)} | {programs} | {listed}{more} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="", help="cases whose name has this")
    parser.add_argument("--forms", default="module.mlir,raw.mlir")
    parser.add_argument("--server", default=os.environ.get("INGOT_SERVER"))
    options = parser.parse_args()
    programs = sorted(path for form in options.forms.split(",")
                      for path in options.root.rglob(form)
                      if re.search(options.only, path.parent.name))
    kinds = collections.defaultdict(list)
    operators = custom = surveyed = 0
    with contextlib.ExitStack() as stack:
        server = options.server or stack.enter_context(harness.Daemon()).address
        for program in programs:
            found = survey(server, program)
            if not found:
                continue
            surveyed += 1
            operators += found[0]
            custom += found[1]
            for op, reason in found[2]:
                kinds[kind_of(reason)].append((op, program))
    print(f"{custom} of {operators} operators of {surveyed} programs can be custom ops.\n")
    print_table(kinds)
    return 0 if surveyed == len(programs) else 1


if __name__ == "__main__":
    sys.exit(main())

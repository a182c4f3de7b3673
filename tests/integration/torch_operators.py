#!/usr/bin/env python3
"""The reference page of the torch dialect, made of its table and its ODS files.

    torch_operators.py --write    writes pipeline/dialects/torch/REFERENCE.md
    torch_operators.py --check    fails if the page or the order of the table is behind
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIALECT = ROOT / "pipeline/dialects/torch"
TABLE = DIALECT / "Operators.def"
PAGE = DIALECT / "REFERENCE.md"

ROW = re.compile(r'^TORCH_(RANDOM_)?OPERATOR\("((?P<name>[^(]+)\(.*)"\)$', re.MULTILINE)
# `def Torch_XOp : Class<"mnemonic", ... { let summary = "..."`; some classes take
# the summary as an argument, and some make it of the mnemonic.
DEFINITION = re.compile(r'^def (?:Torch|TorchConversion)_\w+Op\b\s*:\s*(\w+)<[^"]*"([\w.]+)"(.*?)^(?=def |class |\S*//=|#endif|\Z)',
                        re.MULTILINE | re.DOTALL)

HEAD = """\
# The torch dialect: reference

Made by `tests/integration/torch_operators.py --write`; ctest checks that it is up
to date. See [README.md](README.md) for what it means.

"""


def rows(text):
    """Name, schema and whether it is random, of each row."""
    return [(match["name"], match[2].replace("\\\\", "\\"), bool(match[1]))
            for match in ROW.finditer(text)]


def effects(schema, random):
    arguments, _, results = schema.rpartition(" -> ")
    words = []
    if random:
        words.append("random")
    if "!" in arguments:
        words.append("in place")
    if results == "()":
        words.append("no result")
    return ", ".join(words)


def special_ops():
    """Name and summary of the ops that ODS defines."""
    found = []
    for path in sorted(DIALECT.glob("*Ops.td")):
        dialect = "torch_c" if path.name.startswith("TorchConversion") else "torch"
        for family, mnemonic, body in DEFINITION.findall(path.read_text()):
            if family == "Torch_ConstantOp":
                found.append((f"torch.constant.{mnemonic}", f"A Python {mnemonic}"))
                continue
            if family == "Torch_CalculateOp":
                found.append((f"torch.{mnemonic}.calculate", f"Values, and how their {mnemonic} is computed"))
                continue
            if family == "Torch_CalculateYieldOp":
                found.append((f"torch.{mnemonic}", "Results of one of its regions"))
                continue
            summary = re.search(r'let summary = "([^"]*)"', body) or re.search(r'"([A-Z][^"]*)"', body)
            found.append((f"{dialect}.{mnemonic}", summary[1]))
    return sorted(found)


def page():
    table = rows(TABLE.read_text())
    lines = [HEAD + "## Ops with a form of their own", "", "| op | what |", "| --- | --- |"]
    lines += [f"| `{name}` | {summary} |" for name, summary in special_ops()]
    for space in sorted({name.partition("::")[0] for name, _, _ in table}):
        members = [row for row in table if row[0].startswith(space + "::")]
        lines += ["", f"## Operators of `{space}` ({len(members)})", "",
                  "| op | schema | does more than compute |", "| --- | --- | --- |"]
        for name, schema, random in members:
            op = "torch." + name.replace("::", ".")
            lines.append(f"| `{op}` | `{schema}` | {effects(schema, random)} |")
    return "\n".join(lines) + "\n"


def faults():
    """What is wrong, in words."""
    names = [name for name, _, _ in rows(TABLE.read_text())]
    for before, after in zip(names, names[1:]):
        if before >= after:
            yield f"Operators.def: {after} does not stand after {before} in the alphabet"
    if not PAGE.exists() or PAGE.read_text() != page():
        yield "REFERENCE.md is not that of the table; run torch_operators.py --write"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", action="store_true")
    mode.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    if options.write:
        PAGE.write_text(page())
    wrong = list(faults())
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

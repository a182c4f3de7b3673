"""Every visible torch program is read, verified, printed and read again.

The programs are those of ../shared: made with PyTorch and torch-mlir, raw and in
the backend contract. A run without the collection reports a skip.
"""

import csv
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import torch_operators

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("INGOT_SHARED", ROOT.parent / "shared"))
CASES = SHARED / "torch/cases.tar.zst"
INGOT_OPT = os.path.join(os.environ.get("INGOT_BIN", ROOT / "build/bin"), "ingot-opt")


def round_trip(path):
    """As text and as bytecode, each piece of a file by itself; what it says."""
    run = subprocess.run(
        [INGOT_OPT, "--split-input-file", "--verify-roundtrip", path, "-o", os.devnull],
        capture_output=True, text=True, timeout=800)
    return run.returncode, run.stderr


def split_types(text):
    """At the commas that are in no brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "<[(") - (c in ">])")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def function_of(line):
    """A line of a test of torch-mlir as a function whose arguments are its operands."""
    head, types = re.split(r"\s*:\s*(?=!torch)", line, maxsplit=1)
    names = re.findall(r"%[\w.\-]+(?:#\d+)?", head.rpartition("=")[2].partition("{")[0])
    inputs = split_types(types.partition("->")[0])
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(inputs))
    for i, name in enumerate(names):
        head = re.sub(r"(?<!\S)" + re.escape(name) + r"(?=[\s,]|$)", f"%a{i}", head, count=1)
    return f"func.func @f({arguments}) {{\n  {head} : {types}\n  return\n}}\n"


def unpack(folder):
    subprocess.run(f"zstd -d --long=27 -q -c '{CASES}' | tar -x -C '{folder}'",
                   shell=True, check=True)


class Reference(unittest.TestCase):
    def test_page_is_that_of_the_table(self):
        self.assertEqual(torch_operators.main(["--check"]), 0)

    def test_rows_and_ops_are_found(self):
        names = {name for name, _, _ in torch_operators.rows(torch_operators.TABLE.read_text())}
        self.assertGreater(len(names), 2000)
        self.assertIn("aten::add.Tensor", names)
        special = dict(torch_operators.special_ops())
        for op in ("torch.constant.int", "torch.prim.Loop", "torch.slot", "torch_c.to_i64", "torch_c.get_next_seed",
                   "torch.shape.calculate.yield.shapes"):
            self.assertIn(op, special)


@unittest.skipUnless(CASES.exists(), f"{CASES} is absent")
class VisiblePrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.folder = pathlib.Path(cls.scratch.name)
        unpack(cls.folder)

    def rows(self, name):
        with next(self.folder.rglob(name)).open() as file:
            return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

    def round_trip_together(self, programs):
        # One process for all: a process takes longer to start than a case to read.
        together = self.folder / "all.mlir"
        together.write_text("\n// -----\n".join(programs))
        self.assertEqual(round_trip(together), (0, ""))

    def test_cases_and_nets_round_trip(self):
        programs = sorted(path for path in self.folder.rglob("*/*/*.mlir"))
        self.assertGreater(len(programs), 1000)
        self.round_trip_together(f"// {path.relative_to(self.folder)}\n{path.read_text()}"
                                 for path in programs)

    def test_every_op_of_torch_mlir_is_known(self):
        table = torch_operators.rows(torch_operators.TABLE.read_text())
        known = {"torch." + name.replace("::", ".") for name, _, _ in table}
        known |= {name for name, _ in torch_operators.special_ops()}
        self.assertEqual([row["op"] for row in self.rows("ops.tsv") if row["op"] not in known], [])

    def test_lines_of_torch_mlirs_tests_round_trip(self):
        lines = [row["example"].partition("//")[0] for row in self.rows("ops.tsv")
                 if row["source"] == "generated" and row["assembly"] == "DEFAULT"]
        programs = [function_of(line) for line in lines if " !torch" in line]
        self.assertGreater(len(programs), 500)
        self.round_trip_together(programs)

    def test_models_round_trip(self):
        models = sorted(SHARED.glob("models/*/model.torch*.mlir"))
        self.assertTrue(models)
        for path in models:
            with self.subTest(model=path.parent.name, file=path.name):
                self.assertEqual(round_trip(path), (0, ""))


if __name__ == "__main__":
    unittest.main()

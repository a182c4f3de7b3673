"""Every visible torch program is read, verified, printed and read again.

The programs are those of ../shared: made with PyTorch and torch-mlir, raw and in
the backend contract. A run without the collection reports a skip.
"""

import os
import pathlib
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
    def test_cases_and_nets_round_trip(self):
        # One process for all: a process takes longer to start than a case to read.
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["tar", "--zstd", "-xf", CASES, "-C", folder], check=True)
            programs = sorted(pathlib.Path(folder).rglob("*.mlir"))
            self.assertGreater(len(programs), 1000)
            together = pathlib.Path(folder) / "all.mlir"
            with together.open("w") as file:
                for path in programs:
                    file.write(f"// {path.relative_to(folder)}\n{path.read_text()}\n// -----\n")
            code, errors = round_trip(together)
        self.assertEqual((code, errors), (0, ""))

    def test_models_round_trip(self):
        models = sorted(SHARED.glob("models/*/model.torch*.mlir"))
        self.assertTrue(models)
        for path in models:
            with self.subTest(model=path.parent.name, file=path.name):
                self.assertEqual(round_trip(path), (0, ""))


if __name__ == "__main__":
    unittest.main()

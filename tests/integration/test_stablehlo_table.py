"""The README of the StableHLO conversion tells what the tests show."""

import unittest

import stablehlo_table


class StablehloTable(unittest.TestCase):
    def test_readme_and_tests_agree(self):
        self.assertEqual(stablehlo_table.main(["--check"]), 0)

    def test_every_op_is_found_in_the_dialect(self):
        ops = stablehlo_table.all_ops()
        for op in ("abs", "cross-replica-sum", "while"):
            self.assertIn(op, ops)

    def test_a_difference_is_a_fault(self):
        readme = stablehlo_table.README.read_text()
        ops = stablehlo_table.all_ops()
        found = {op: {"static"} for op in ops}
        wrong = list(stablehlo_table.faults(ops, found, readme, "another table"))
        self.assertTrue(any("--write" in line for line in wrong))
        found["add"] = set()
        found["multiply"] = {"stays"}
        wrong = "\n".join(stablehlo_table.faults(ops, found, readme, ""))
        self.assertIn("no test converts add", wrong)
        self.assertIn("multiply stays in a test", wrong)


if __name__ == "__main__":
    unittest.main()

"""Operators that a request wants whole: checked, and part of what is asked."""
import unittest

from harness import Daemon, TestCase

PROGRAM = """
func.func @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""


class LegalOps(TestCase):
    def compile(self, daemon, *operators):
        return daemon.compile(self.write("m.mlir", PROGRAM), self.folder / "m.so",
                              *(["--legal-ops", ",".join(operators)] if operators else []))

    def test_the_list_belongs_to_the_key_its_order_does_not(self):
        with Daemon() as daemon:
            self.assertEqual(self.compile(daemon)["cache"], "miss")
            first = self.compile(daemon, "torch.aten.silu", "torch.aten.gelu")
            self.assertEqual(first["cache"], "miss")
            self.assertEqual(first["target"]["legal_ops"],
                             ["torch.aten.gelu", "torch.aten.silu"])
            self.assertEqual(self.compile(daemon, "aten.gelu", "aten.silu")["cache"], "hit")
            self.assertEqual(self.compile(daemon, "aten.gelu")["cache"], "miss")

    def test_an_unknown_operator_is_refused_with_the_closest_one(self):
        source = self.write("m.mlir", PROGRAM)
        with Daemon() as daemon:
            for command in (["compile", source], ["check", source]):
                said = daemon.ingot(*command, "--legal-ops", "torch.aten.layernorm",
                                    check=2).stderr
                self.assertIn("target.legal_ops: 'torch.aten.layernorm'", said)
                self.assertIn("the closest is 'torch.aten.layer_norm'", said)


if __name__ == "__main__":
    unittest.main()

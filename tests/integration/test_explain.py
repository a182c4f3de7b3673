"""Why a result was not found: what `--explain` and `ingot explain` say when one thing
of a program, its options, its target or its weights is another.
"""
import json
import re
import urllib.request

from harness import Daemon, TestCase

PROGRAM = """
func.func private @first(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {{
  %weights = stablehlo.constant dense<{weights}> : tensor<8x8xf32>
  %scale = stablehlo.constant dense<{scale}> : tensor<4x8xf32>
  %y = stablehlo.dot_general %x, %weights, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %z = stablehlo.multiply %y, %scale : tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}}
func.func private @second(%x: tensor<4x8xf32>) -> tensor<4xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %offset = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = stablehlo.{op} %x : tensor<4x8xf32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %z = stablehlo.add %sum, %offset : tensor<4xf32>
  return %z : tensor<4xf32>
}}
func.func @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {{
  %y = call @first(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %z = call @second(%y) : (tensor<4x8xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}}
"""
TARGET = ["--target", "x86-64-v3"]
THRESHOLD = ["--constant-threshold", "128"]


def program(first_weight=0.5, scale=2.0, op="tanh", comment=""):
    rows = [[first_weight + i + 8 * j for i in range(8)] for j in range(8)]
    return comment + PROGRAM.format(weights=rows, scale=scale, op=op)


class ExplainTest(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = Daemon(arguments=["--http", "127.0.0.1:0"])
        self.daemon.__enter__()
        self.addCleanup(self.daemon.__exit__)
        self.count = 0
        self.base = self.compile(program())

    def compile(self, text, *arguments, target=TARGET, threshold=THRESHOLD):
        """What --json says of a compile that is to be explained."""
        self.count += 1
        source = self.write(f"program{self.count}.mlir", text)
        self.out = self.folder / f"{self.count}.so"
        return self.daemon.compile(source, self.out, "--explain", *threshold, *target,
                                   *arguments)

    def changes(self, said, base=None):
        """{path: (before, after)} against the nearest, which must be `base`."""
        self.assertEqual(said["cache"], "miss")
        explained = said["explain"]
        self.assertEqual(explained["base"], (base or self.base)["request"])
        self.assertEqual(explained["left_out"], 0)
        return {".".join(row["path"]): (row["before"], row["after"])
                for row in explained["differences"]}

    def test_the_first_one_has_nothing_to_be_compared_with(self):
        self.assertEqual(self.base["cache"], "miss")
        self.assertIsNone(self.base["explain"]["base"])
        self.assertEqual(self.base["explain"]["entry"], self.base["request"])

    def test_a_hit_is_a_hit_and_says_of_what(self):
        before = self.daemon.stats()
        said = self.compile(program())
        self.assertEqual(said["cache"], "hit")
        self.assertEqual(said["request"], self.base["request"])
        self.assertNotIn("explain", said)
        done = self.daemon.ingot("compile", self.write("again.mlir", program()), "-o",
                                 self.out, "--explain", *THRESHOLD, *TARGET, check=0)
        self.assertIn(f"hit: {self.base['request']} was stored", done.stderr)
        after = self.daemon.stats()
        grown = {name: int(after[name]) - int(before[name])
                 for name in ("request_hits", "request_misses", "actions_run",
                              "action_hits", "store_records")}
        self.assertEqual(grown, {"request_hits": 2, "request_misses": 0, "actions_run": 0,
                                 "action_hits": 0, "store_records": 0})

    def test_an_option(self):
        said = self.compile(program(), threshold=["--constant-threshold", "16"])
        changes = self.changes(said)
        self.assertEqual(changes.pop("options.constant_threshold"), ("128", "16"))
        # Four numbers are 16 bytes: no code any more.
        self.assertEqual(
            changes.pop("functions.second.constants.tensor<4xf32>.place"),
            ("code", "outside"))
        texts = [row["text"] for row in said["explain"]["differences"]]
        self.assertIn("option constant_threshold: 128 -> 16", texts)
        self.assertIn("constant tensor<4xf32> of function second left the code", texts)
        self.assertEqual({path.split(".")[0] for path in changes} - {
            "functions", "constants", "kernels"}, set())
        back = json.loads(self.daemon.ingot("explain", said["request"],
                                            self.base["request"], "--json",
                                            check=0).stdout)
        self.assertIn("constant tensor<4xf32> of function second became code",
                      [row["text"] for row in back["differences"]])

    def test_a_feature_of_the_target(self):
        described = self.write("mine.textproto",
                               'target { base: "x86-64-v3" features: "-fma" }')
        said = self.compile(program(), target=["--target", described])
        changes = self.changes(said)
        # The CPU has it, so the target did not say it.
        self.assertEqual(changes.pop("target.features.fma"), (None, "-"))
        self.assertEqual({path.split(".")[0] for path in changes} - {"kernels"}, set())

    def test_one_function(self):
        said = self.compile(program(op="exponential"))
        changes = self.changes(said)
        self.assertIn("program.module", changes)
        self.assertIn("functions.second", changes)
        self.assertNotIn("functions.first", changes)
        self.assertFalse([path for path in changes if "constants" in path], changes)
        kernels = [row for row in said["explain"]["differences"]
                   if row["path"][0] == "kernels"]
        self.assertEqual([row["path"][1] for row in kernels], ["main"] * len(kernels))
        self.assertEqual(sum(row.get("note") == "built" for row in kernels),
                         said["kernels"]["built"])
        self.assertGreater(said["kernels"]["built"], 0)
        self.assertGreater(said["kernels"]["reused"], 0)

    def test_a_small_constant(self):
        changes = self.changes(self.compile(program(scale=3.0)))
        self.assertEqual(changes["functions.first.constants.tensor<4x8xf32>"],
                         ("dense<2.000000e+00> : tensor<4x8xf32>",
                          "dense<3.000000e+00> : tensor<4x8xf32>"))
        self.assertEqual([path for path in changes if path.startswith("functions")],
                         ["functions.first.constants.tensor<4x8xf32>"])

    def test_weights_are_no_code(self):
        said = self.compile(program(first_weight=7.0))
        changes = self.changes(said)
        self.assertEqual({path.split(".")[0] for path in changes},
                         {"program", "constants"})
        self.assertEqual(said["kernels"]["built"], 0)

    def test_a_comment_is_the_file_alone(self):
        said = self.compile(program(comment="// Another file.\n"))
        self.assertEqual(list(self.changes(said)), ["program.module"])
        self.assertEqual(said["executable"], self.base["executable"])

    def test_the_nearest_is_the_one_with_the_fewest_differences(self):
        self.compile(program(op="exponential"))
        other = self.compile(program(op="logistic"))
        said = self.compile(program(op="logistic", scale=3.0))
        self.assertIn("functions.first.constants.tensor<4x8xf32>",
                      self.changes(said, base=other))

    def test_results_have_several_names_and_outlive_the_daemon(self):
        first = self.out
        second = self.compile(program(op="exponential"))
        said = self.write("said.json", json.dumps(second))
        by_digest = self.daemon.ingot("explain", self.base["request"], second["request"],
                                      check=0).stdout
        self.assertIn("function second: another one", by_digest)
        self.assertEqual(self.daemon.stop(), 0)
        self.daemon.start()
        for names in ([first, self.out], [self.base["executable"], said], [first, said],
                      [said]):
            self.assertEqual(self.daemon.ingot("explain", *names, check=0).stdout,
                             by_digest, names)

    def test_what_is_unknown_is_said_with_what_to_do(self):
        unknown = "0" * 64 + "/1"
        done = self.daemon.ingot("explain", unknown, self.base["request"], check=2)
        self.assertIn(unknown, done.stderr)
        self.assertIn("compile the program again", done.stderr)
        self.daemon.ingot("explain", self.write("other.so", "none of ours"), check=2)

    def test_text_explains_too(self):
        source = self.write("text.mlir", program(op="exponential"))
        done = self.daemon.ingot("compile", source, "--emit", "mlir:plan", "--explain",
                                 *THRESHOLD, *TARGET, check=0)
        self.assertIn("option emit: EXECUTABLE -> MLIR", done.stderr)
        self.assertNotIn("option emit", done.stdout)

    def test_the_page_says_it_and_so_does_its_data(self):
        second = self.compile(program(op="exponential"))
        port = re.search(r"event=http port=(\d+)", self.daemon.log.read_text()).group(1)
        digest, size = second["request"].split("/")

        def get(path):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                return answer.read().decode()

        said = json.loads(get(f"/api/v1/explain?entry={digest}-{size}"))
        self.assertIn(["functions", "second"],
                      [row["path"] for row in said["differences"]])
        page = get(f"/search?q={digest}")
        self.assertIn("Why it ran", page)
        self.assertIn("functions › second", page)

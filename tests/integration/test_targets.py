"""One program for each machine: compiled here, run there (under qemu where
"there" is another architecture), the same numbers everywhere."""
import json
import shutil
import subprocess
import unittest

from harness import ROOT, Daemon, TestCase

PROGRAM = """
func.func @layer(%x: tensor<4x24xf32>, %w: tensor<24x40xf32>) -> (tensor<4x40xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x40xf32>) -> tensor<4x40xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x24xf32>, tensor<24x40xf32>) outs(%f : tensor<4x40xf32>) -> tensor<4x40xf32>
  %t = math.tanh %m : tensor<4x40xf32>
  %r = tensor.empty() : tensor<4xf32>
  %rf = linalg.fill ins(%zero : f32) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%m : tensor<4x40xf32>) outs(%rf : tensor<4xf32>) dimensions = [1]
  return %t, %s : tensor<4x40xf32>, tensor<4xf32>
}
"""


def checked(value, kind):
    """Folds the bits of a value into %sum; NaN's are the machine's own."""
    bits = "i32" if kind == "f32" else "i64"
    name = value[1:]
    lines = [f"%nan{name} = arith.cmpf uno, {value}, {value} : {kind}",
             f"%some{name} = arith.select %nan{name}, %zero_{kind}, {value} : {kind}",
             f"%bits{name} = arith.bitcast %some{name} : {kind} to {bits}"]
    if kind == "f64":
        lines += [f"%high{name} = arith.shrui %bits{name}, %c32 : i64",
                  f"%both{name} = arith.xori %bits{name}, %high{name} : i64",
                  f"%low{name} = arith.trunci %both{name} : i64 to i32"]
    else:
        lines += [f"%low{name} = arith.xori %bits{name}, %zero : i32"]
    return lines


# Each step rounds to bf16, from the smallest number on; integers are rounded once.
BFLOATS = """
func.func @f(%x: tensor<512xf32>) -> tensor<512xf32> {
  %scale = stablehlo.constant dense<9.18355e-41> : tensor<512xf32>
  %count = stablehlo.iota dim = 0 : tensor<512xi32>
  %index = stablehlo.convert %count : (tensor<512xi32>) -> tensor<512xf32>
  %tiny = stablehlo.multiply %index, %scale : tensor<512xf32>
  %sum = stablehlo.add %tiny, %x : tensor<512xf32>
  %a = stablehlo.convert %sum : (tensor<512xf32>) -> tensor<512xbf16>
  %square = stablehlo.multiply %count, %count : tensor<512xi32>
  %b = stablehlo.convert %square : (tensor<512xi32>) -> tensor<512xbf16>
  %0 = stablehlo.add %a, %a : tensor<512xbf16>
  %1 = stablehlo.subtract %0, %b : tensor<512xbf16>
  %2 = stablehlo.multiply %1, %a : tensor<512xbf16>
  %3 = stablehlo.divide %b, %1 : tensor<512xbf16>
  %4 = stablehlo.remainder %b, %3 : tensor<512xbf16>
  %5 = stablehlo.maximum %4, %2 : tensor<512xbf16>
  %6 = stablehlo.minimum %0, %5 : tensor<512xbf16>
  %7 = stablehlo.compare LT, %6, %0 : (tensor<512xbf16>, tensor<512xbf16>) -> tensor<512xi1>
  %8 = stablehlo.select %7, %5, %6 : tensor<512xi1>, tensor<512xbf16>
  %9 = stablehlo.convert %8 : (tensor<512xbf16>) -> tensor<512xf32>
  return %9 : tensor<512xf32>
}
"""

# By vectors, on both sides of where their short reduction ends (2^13).
WAVES = """
func.func @f(%a: tensor<512xf32>) -> tensor<512xf32> {
  %n = stablehlo.iota dim = 0 : tensor<512xf32>
  %middle = stablehlo.constant dense<256.0> : tensor<512xf32>
  %scale = stablehlo.constant dense<0.002> : tensor<512xf32>
  %half = stablehlo.constant dense<0.5> : tensor<512xf32>
  %d = stablehlo.subtract %n, %middle : tensor<512xf32>
  %square = stablehlo.multiply %d, %d : tensor<512xf32>
  %cube = stablehlo.multiply %square, %d : tensor<512xf32>
  %small = stablehlo.multiply %cube, %scale : tensor<512xf32>
  %x = stablehlo.add %small, %a : tensor<512xf32>
  %s = stablehlo.sine %x : tensor<512xf32>
  %c = stablehlo.cosine %x : tensor<512xf32>
  %h = stablehlo.multiply %c, %half : tensor<512xf32>
  %r = stablehlo.add %s, %h : tensor<512xf32>
  return %r : tensor<512xf32>
}
"""

# Ragged products, windows with borders, steps and gaps, and one row; weights are
# constants.
BYTES = """
func.func @f(%x: tensor<512xf32>) -> (tensor<1x9x11x20xi32>, tensor<1x4x5x20xi32>, tensor<13x40xi32>, tensor<40xi32>) {
  %one = stablehlo.slice %x [4:5] : (tensor<512xf32>) -> tensor<1xf32>
  %some = stablehlo.convert %one : (tensor<1xf32>) -> tensor<1xi32>
  %scalar = stablehlo.reshape %some : (tensor<1xi32>) -> tensor<i32>
  %all = stablehlo.broadcast_in_dim %scalar, dims = [] : (tensor<i32>) -> tensor<1485xi32>
  %0 = stablehlo.iota dim = 0 : tensor<1485xi32>
  %step = stablehlo.constant dense<37> : tensor<1485xi32>
  %1 = stablehlo.multiply %0, %step : tensor<1485xi32>
  %2 = stablehlo.add %1, %all : tensor<1485xi32>
  %3 = stablehlo.convert %2 : (tensor<1485xi32>) -> tensor<1485xi8>
  %image = stablehlo.reshape %3 : (tensor<1485xi8>) -> tensor<1x9x11x15xi8>
  %part = stablehlo.slice %3 [7:917] : (tensor<1485xi8>) -> tensor<910xi8>
  %rows = stablehlo.reshape %part : (tensor<910xi8>) -> tensor<13x70xi8>
  %row = stablehlo.slice %3 [99:169] : (tensor<1485xi8>) -> tensor<70xi8>
  %4 = stablehlo.iota dim = 0 : tensor<2800xi32>
  %far = stablehlo.constant dense<91> : tensor<2800xi32>
  %5 = stablehlo.multiply %4, %far : tensor<2800xi32>
  %6 = stablehlo.convert %5 : (tensor<2800xi32>) -> tensor<2800xi8>
  %right = stablehlo.reshape %6 : (tensor<2800xi8>) -> tensor<70x40xi8>
  %7 = stablehlo.slice %6 [0:2700] : (tensor<2800xi8>) -> tensor<2700xi8>
  %filters = stablehlo.reshape %7 : (tensor<2700xi8>) -> tensor<3x3x15x20xi8>
  %8 = stablehlo.convolution(%image, %filters) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x11x15xi8>, tensor<3x3x15x20xi8>) -> tensor<1x9x11x20xi32>
  %9 = stablehlo.convolution(%image, %filters) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[2, 1], [0, 2]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x11x15xi8>, tensor<3x3x15x20xi8>) -> tensor<1x4x5x20xi32>
  %10 = stablehlo.dot_general %rows, %right, contracting_dims = [1] x [0] : (tensor<13x70xi8>, tensor<70x40xi8>) -> tensor<13x40xi32>
  %11 = stablehlo.dot_general %row, %right, contracting_dims = [0] x [0] : (tensor<70xi8>, tensor<70x40xi8>) -> tensor<40xi32>
  return %8, %9, %10, %11 : tensor<1x9x11x20xi32>, tensor<1x4x5x20xi32>, tensor<13x40xi32>, tensor<40xi32>
}
"""

REAL = ("acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor "
        "log log10 log1p log2 round roundeven rsqrt sin sinh sqrt tan tanh trunc").split()
COMPLEX = "cos exp expm1 log log1p rsqrt sign sin sqrt tan tanh".split()


def real_mathematics(kind):
    """The lines that call every function on floats of one kind, and the results."""
    argument = {"f32": "%x", "f64": "%y"}[kind]
    forms = {op: f"math.{op} {argument} : {kind}" for op in REAL}
    forms["pow"] = f"math.powf %abs_{kind}, {argument} : {kind}"
    forms["atan2"] = f"math.atan2 {argument}, %one_{kind} : {kind}"
    forms["fmod"] = f"arith.remf {argument}, %third_{kind} : {kind}"
    forms["fma"] = f"math.fma {argument}, {argument}, %third_{kind} : {kind}"
    lines = []
    for op, form in forms.items():
        lines += [f"%{op} = {form}", *checked(f"%{op}", kind)]
    return lines, [f"%low{op}" for op in forms]


def complex_mathematics():
    lines, results = [], []
    for op in COMPLEX:
        lines += [f"%z{op} = complex.{op} %z : complex<f64>",
                  f"%re{op} = complex.re %z{op} : complex<f64>", *checked(f"%re{op}", "f64"),
                  f"%im{op} = complex.im %z{op} : complex<f64>", *checked(f"%im{op}", "f64")]
        results += [f"%lowre{op}", f"%lowim{op}"]
    return lines, results


def mathematics(lines, results):
    """A hash of the results, for 512 arguments from small to large."""
    folded = "%zero"
    for i, result in enumerate(results):
        lines += [f"%turned{i} = arith.muli {folded}, %factor : i32",
                  f"%folded{i} = arith.addi %turned{i}, {result} : i32"]
        folded = f"%folded{i}"
    body = "\n  ".join(lines)
    return f"""
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<512xf32>) -> tensor<512xf32> {{
  %e = tensor.empty() : tensor<512xf32>
  %zero = arith.constant 0 : i32
  %factor = arith.constant 69069 : i32
  %c32 = arith.constant 32 : i64
  %zero_f32 = arith.constant 0.0 : f32
  %zero_f64 = arith.constant 0.0 : f64
  %one_f32 = arith.constant 1.0 : f32
  %one_f64 = arith.constant 1.0 : f64
  %third_f32 = arith.constant 0.3 : f32
  %third_f64 = arith.constant 0.3 : f64
  %middle = arith.constant 256.0 : f32
  %scale = arith.constant 0.0117 : f32
  %r = linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel"]}}
      ins(%a : tensor<512xf32>) outs(%e : tensor<512xf32>) {{
  ^bb0(%in: f32, %out: f32):
  %i = linalg.index 0 : index
  %i32 = arith.index_cast %i : index to i32
  %n = arith.uitofp %i32 : i32 to f32
  %d = arith.subf %n, %middle : f32
  %s = arith.mulf %d, %scale : f32
  %square = arith.mulf %s, %s : f32
  %cube = arith.mulf %square, %s : f32
  %x = arith.addf %cube, %in : f32
  %y = arith.extf %x : f32 to f64
  %yi = arith.mulf %y, %third_f64 : f64
  %z = complex.create %yi, %y : complex<f64>
  %abs_f32 = math.absf %x : f32
  %abs_f64 = math.absf %y : f64
  {body}
  %result = arith.bitcast {folded} : i32 to f32
  linalg.yield %result : f32
  }} -> tensor<512xf32>
  return %r : tensor<512xf32>
}}
"""


RUNNERS = {
    "x86-64": (["cc"], []),
    "x86-64-v3": (["cc"], []),
    "host": (["cc"], []),
    "aarch64": (["aarch64-linux-gnu-gcc"],
                ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    "riscv64": (["riscv64-linux-gnu-gcc"],
                ["qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"]),
}


# bf16 that is only moved, in vectors: LLVM moves it as f32 where a machine has no bf16.
MOVED_BFLOATS = """
func.func @f(%a: tensor<32x70x7xf32>, %b: tensor<8x9x7xf32>) -> tensor<32x70x8x9xf32> {
  %0 = stablehlo.convert %a : (tensor<32x70x7xf32>) -> tensor<32x70x7xbf16>
  %1 = stablehlo.convert %b : (tensor<8x9x7xf32>) -> tensor<8x9x7xbf16>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [2] x [2]
      : (tensor<32x70x7xbf16>, tensor<8x9x7xbf16>) -> tensor<32x70x8x9xf32>
  return %2 : tensor<32x70x8x9xf32>
}
"""


class Targets(TestCase):
    def run_on(self, daemon, target, program):
        """The sum and the hash of each result."""
        compiler, emulator = RUNNERS[target]
        for tool in (compiler[0], *emulator[:1]):
            self.assertIsNotNone(shutil.which(tool),
                                 f"{tool} is missing: deploy/install-dependencies.sh")
        executable = self.folder / f"{target}.so"
        daemon.compile(self.write("m.mlir", program), executable, "--target", target)
        runner = self.folder / f"runner-{target}"
        subprocess.run([*compiler, "-I", ROOT, "-o", runner,
                        ROOT / "tests" / "integration" / "runner.c", "-ldl"], check=True)
        done = subprocess.run([*emulator, runner, executable], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line.split() for line in done.stdout.splitlines()]

    def sums(self, daemon, target):
        return [float(sum) for sum, _ in self.run_on(daemon, target, PROGRAM)]

    def hashes(self, daemon, target, program):
        return [hash for _, hash in self.run_on(daemon, target, program)]

    def test_each_target_computes_the_same(self):
        with Daemon() as daemon:
            reference = self.sums(daemon, "host")
            self.assertEqual(len(reference), 2)
            self.assertGreater(reference[1], 100)
            for target in RUNNERS:
                with self.subTest(target):
                    for got, wanted in zip(self.sums(daemon, target), reference):
                        self.assertAlmostEqual(got, wanted, delta=1e-3 * abs(wanted))

    def test_mathematics_has_the_same_bits_everywhere(self):
        programs = {"f32": mathematics(*real_mathematics("f32")),
                    "f64": mathematics(*real_mathematics("f64")),
                    "complex": mathematics(*complex_mathematics()), "waves": WAVES}
        with Daemon() as daemon:
            for name, program in programs.items():
                reference = self.hashes(daemon, "host", program)
                for target in RUNNERS:
                    with self.subTest(name, target=target):
                        self.assertEqual(self.hashes(daemon, target, program), reference)

    def test_bf16_has_the_same_bits_everywhere(self):
        with Daemon() as daemon:
            reference = self.hashes(daemon, "host", BFLOATS)
            for target in RUNNERS:
                with self.subTest(target):
                    self.assertEqual(self.hashes(daemon, target, BFLOATS), reference)

    def test_products_of_bytes_have_the_same_bits_everywhere(self):
        with Daemon() as daemon:
            reference = self.hashes(daemon, "riscv64", BYTES)
            self.assertEqual(len(set(reference)), 4)
            # The host may have matrix tiles, which this runner does not ask for.
            for target in set(RUNNERS) - {"host"}:
                with self.subTest(target):
                    self.assertEqual(self.hashes(daemon, target, BYTES), reference)

    def test_bf16_is_compiled_for_every_target(self):
        with Daemon() as daemon:
            listed = daemon.ingot("targets", "--json", check=0).stdout
            names = [target["name"] for target in json.loads(listed)]
            self.assertLessEqual(set(RUNNERS), set(names))
            for name in names:
                for program in (BFLOATS, MOVED_BFLOATS):
                    with self.subTest(name):
                        daemon.compile(self.write("b.mlir", program),
                                       self.folder / "b.so", "--target", name)

    def test_host_is_resolved_before_it_is_a_key(self):
        with Daemon() as daemon:
            listed = daemon.ingot("targets", check=0).stdout
            self.assertNotIn("native", listed)
            self.assertIn("host", listed)


if __name__ == "__main__":
    unittest.main()

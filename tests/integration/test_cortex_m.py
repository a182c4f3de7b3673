"""Programs as objects and as C for firmware, under qemu-system-arm: the wake words
of microWakeWord to the bit, all frames, by kernels of our own and by CMSIS-NN's
functions. The library itself stands in for reference.c where INGOT_CMSIS_NN names
its folder."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import numpy as np

from harness import DATA, ROOT, SHARED, Daemon, TestCase, needs_shared, unpack

HERE = pathlib.Path(__file__).resolve().parent
RUNTIME = ROOT / "client" / "baremetal"
GLUE = ROOT / "client" / "libraries" / "cmsisnn" / "ingot_cmsisnn.c"
ABI = ROOT / "proto" / "abi"
CMSIS_NN = os.environ.get("INGOT_CMSIS_NN")
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]
TOOLS = ("arm-none-eabi-gcc", "qemu-system-arm")
# The compiler's flags and qemu's board, by CPU.
BOARDS = {
    "cortex-m4": (["-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"], "mps2-an386"),
    "cortex-m55": (["-mcpu=cortex-m55", "-mfloat-abi=hard"], "mps3-an547"),
}
# Public cases with operators of CMSIS-NN, and which of its functions compute them.
CASES = {
    "average_pool_2d_int8_same": {"avgpool_s8"},
    "average_pool_2d_int8_same_relu": {"avgpool_s8"},
    "average_pool_2d_int8_valid": {"avgpool_s8"},
    "fully_connected_int8_keep_dims": {"fully_connected_s8"},
    "fully_connected_int8_no_bias": {"fully_connected_s8"},
    "fully_connected_int8_no_bias_per_channel": {"fully_connected_s8"},
    "fully_connected_int8_plain": {"fully_connected_s8"},
    "keras_mobilenet_v2_tiny_int8": {"convolve_s8", "depthwise_conv_s8", "fully_connected_s8",
                                     "softmax_s8"},
    "keras_transformer_int8": {"fully_connected_s8", "softmax_s8"},
    "max_pool_2d_int8_same": {"max_pool_s8"},
    "max_pool_2d_int8_valid": {"max_pool_s8"},
    "softmax_int8": {"softmax_s8"},
    "softmax_int8_to_int16": {"softmax_s8_s16"},
    "tf_softmax_axis1_int8": {"softmax_s8"},
}
# All constants in the code, but for the first values of state.
INSIDE = ["--constant-threshold", str(2**32 - 1), "--constants-as", "c"]


@unittest.skipUnless(all(map(shutil.which, TOOLS)), f"needs {' and '.join(TOOLS)}")
class CortexM(TestCase):
    cpu = "cortex-m4"
    target = cpu
    libraries = ()

    def compile(self, daemon, source, *arguments, target=None):
        """The object of a program."""
        program = self.folder / f"{source.stem}.o"
        daemon.compile(source, program, "--target", target or self.target, *arguments)
        return program

    def compile_c(self, *sources, flags=()):
        """Objects of C sources for the CPU."""
        objects = []
        for source in sources:
            objects.append(self.folder / f"{source.stem}.o")
            subprocess.run([TOOLS[0], "-std=c11", *BOARDS[self.cpu][0], "-O2", *flags, "-I", ABI,
                            "-I", RUNTIME, "-c", source, "-o", objects[-1]], check=True)
        return objects

    def cmsis_nn(self):
        """CMSIS-NN as a library of custom ops: ours in front of theirs."""
        if CMSIS_NN:
            include = ["-I", pathlib.Path(CMSIS_NN) / "Include"]
            folders = ("Convolution", "FullyConnected", "NNSupport", "Pooling", "Softmax", "Transpose")
            sources = [source for folder in folders
                       for source in pathlib.Path(CMSIS_NN, "Source", f"{folder}Functions").glob("*.c")
                       if not re.search(r"_f(16|32)\b", source.stem)]
            theirs = [self.folder / "cmsisnn.a"]  # Most of it is not asked for.
            subprocess.run(["arm-none-eabi-ar", "rcs", *theirs,
                            *self.compile_c(*sources, flags=include)], check=True)
        else:
            include = ["-I", HERE / "cmsisnn"]
            theirs = self.compile_c(HERE / "cmsisnn" / "reference.c", flags=[*STRICT, *include])
        return self.compile_c(GLUE, flags=[*(() if CMSIS_NN else STRICT), *include]) + theirs

    def firmware(self, program, memory, library=()):
        """Links an object with the runtime, firmware.c, and what computes its custom ops."""
        image = self.folder / "firmware.elf"
        with_library = ["-DLIBRARY=ingot_cmsisnn()"] if library else []
        runtime = self.compile_c(RUNTIME / "ingot_baremetal.c", flags=STRICT)
        subprocess.run(
            [TOOLS[0], *BOARDS[self.cpu][0], "-O2", "-I", ABI, "-I", RUNTIME,
             f"-DMEMORY_BYTES={memory}", *with_library, "-specs=rdimon.specs", "-nostartfiles",
             "-T", HERE / "firmware.ld", HERE / "firmware.c", *runtime, *library, program,
             self.constants(program), *self.libraries, "-o", image], check=True, stderr=subprocess.DEVNULL)
        return image

    def constants(self, program):
        source = program.with_suffix(".constants.c")
        if not source.exists():
            self.write("none.c", "const void *const ingot_constants[] = {0};")
            source = self.folder / "none.c"
        return source

    def run_firmware(self, image, code=0):
        done = subprocess.run(
            [TOOLS[1], "-M", BOARDS[self.cpu][1], "-nographic", "-monitor", "none", "-serial",
             "null", "-semihosting-config", "enable=on,target=native", "-kernel", image],
            cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def check_model(self, daemon, folder, target=None, library=(), limit=10000):
        program = self.compile(daemon, folder / "model.tflite", *INSIDE, target=target)
        frames = np.load(folder / "input_0.npy")
        expected = np.load(folder / "expected_0.npy")
        frames.tofile(self.folder / "in.0")
        out = self.run_firmware(self.firmware(program, 65536, library))
        calls, memory = map(int, re.search(r"calls (\d+) memory (\d+)", out).groups())
        self.assertEqual(calls, len(frames))
        got = np.fromfile(self.folder / "out.0", expected.dtype)
        np.testing.assert_array_equal(got, expected.reshape(-1))
        # Less than half of what the models' own descriptions give an interpreter.
        self.assertLessEqual(memory, limit)

    def test_a_wake_word(self):
        with Daemon() as daemon:
            self.check_model(daemon, DATA / "wake_alexa")

    def test_what_is_said_of_memory_is_what_a_call_takes(self):
        x = self.write("m.mlir", """
func.func @main(%x: tensor<8x96xf32>) -> tensor<8x96xf32> {
  %0 = stablehlo.sine %x : tensor<8x96xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x96xf32>) -> tensor<96x8xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0]
      : (tensor<8x96xf32>, tensor<96x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.dot_general %2, %0, contracting_dims = [1] x [0]
      : (tensor<8x8xf32>, tensor<8x96xf32>) -> tensor<8x96xf32>
  return %3 : tensor<8x96xf32>
}
""")
        nothing = self.write("nothing.mlir", """
func.func @main(%x: tensor<8x96xf32>) -> tensor<8x96xf32> {
  return %x : tensor<8x96xf32>
}
""")
        np.linspace(-1e5, 1e5, 768, dtype="f").tofile(self.folder / "in.0")
        said, taken = {}, {}
        with Daemon() as daemon:
            for source in (nothing, x):
                program = self.compile(daemon, source)
                said[source] = self.said_of_memory(daemon, program)
                out = self.run_firmware(self.firmware(program, 65536))
                taken[source] = tuple(map(int, re.search(r"memory (\d+) stack (\d+)", out)
                                          .groups()))
        memory, stack = taken[x]
        # The rest is the runtime's: descriptors, results, frames.
        self.assertLess(said[x]["arena_bytes"], memory)
        self.assertGreater(said[x]["arena_bytes"], memory - 4096)
        if "stack_bytes" in said[x]:
            of_runtime = taken[nothing][1] - said[nothing]["stack_bytes"]
            self.assertGreater(of_runtime, 0)
            # And what functions of the compiler's library take.
            self.assertLess(stack, said[x]["stack_bytes"] + of_runtime + 48)
            self.assertGreater(stack, said[x]["stack_bytes"] / 2 + of_runtime)

    def said_of_memory(self, daemon, program):
        said = json.loads(daemon.ingot("inspect", program, "--json").stdout)
        self.assertEqual(said["loaded_bytes"], self.flash_bytes(program))
        return {"arena_bytes": said["entry_points"][0]["arena_bytes"],
                "stack_bytes": said["stack_bytes"]}

    @staticmethod
    def flash_bytes(program):
        """By the tool of the firmware's own compiler."""
        out = subprocess.run(["arm-none-eabi-size", program], capture_output=True, text=True,
                             check=True).stdout
        return int(out.splitlines()[1].split()[3])

    @needs_shared("models")
    def test_another_wake_word(self):
        folder = SHARED / "models" / "wake_okay_nabu"
        with Daemon() as daemon:
            self.check_model(daemon, folder)
            self.check_model(daemon, folder, f"{self.target}+cmsisnn", self.cmsis_nn(), 52000)

    def test_a_wake_word_by_cmsis_nn(self):
        with Daemon() as daemon:
            # Of CMSIS-NN's own the larger part is what its functions ask for.
            self.check_model(daemon, DATA / "wake_alexa", f"{self.target}+cmsisnn", self.cmsis_nn(),
                             40000)
        # No multiplier of its would round the last product as TFLite does.
        self.assertEqual(self.functions(self.folder / "model.o"),
                         {"convolve_s8", "depthwise_conv_s8"})
        # All of that was done by it.
        out = self.run_firmware(self.firmware(self.folder / "model.o", 65536), 1)
        self.assertIn("custom ops that the library lacks", out)

    @staticmethod
    def functions(program):
        """The functions of CMSIS-NN that an object asks for."""
        return {name.decode() for name in
                re.findall(rb"\0cmsisnn\.(\w+)(?=\0)", program.read_bytes())}

    @needs_shared("frontends")
    def test_public_cases_by_cmsis_nn(self):
        """A small quantised MobileNet among them."""
        unpack(SHARED / "frontends" / "tflite" / "cases.tar.zst", self.folder)
        library = self.cmsis_nn()
        with Daemon() as daemon:
            for name, functions in CASES.items():
                with self.subTest(name):
                    case = self.folder / "cases" / name
                    program = self.compile(daemon, case / "model.tflite", *INSIDE,
                                           target=f"{self.target}+cmsisnn")
                    self.assertEqual(self.functions(program), functions)
                    np.load(case / "input_0.npy").tofile(self.folder / "in.0")
                    self.run_firmware(self.firmware(program, 65536, library))
                    expected = np.load(case / "expected_0.npy")
                    got = np.fromfile(self.folder / "out.0", expected.dtype)
                    np.testing.assert_array_equal(got, expected.reshape(-1))

    def test_convolutions_without_a_bias(self):
        """Several channels for each of the image's, SAME padding, one scale for all."""
        source = self.write("m.mlir", """
func.func @main(%x: tensor<1x5x6x3xi8>) -> tensor<1x3x3x4xi8> {
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %xz = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %yz = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1275068416> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %d = "tosa.const"() <{values = dense<DEPTHWISE> : tensor<3x3x3x2xi8>}> : () -> tensor<3x3x3x2xi8>
  %w = "tosa.const"() <{values = dense<WEIGHTS> : tensor<4x3x3x6xi8>}> : () -> tensor<4x3x3x6xi8>
  %0 = tosa.depthwise_conv2d %x, %d, %b, %xz, %zero {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x5x6x3xi8>, tensor<3x3x3x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x6x6xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x5x6x6xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x5x6x6xi8>
  %2 = tosa.conv2d %1, %w, %b, %yz, %zero {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x5x6x6xi8>, tensor<4x3x3x6xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x4xi32>
  %3 = tosa.rescale %2, %m, %s, %b, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x3x3x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x3x4xi8>
  %4 = tosa.clamp %3 {min_val = -100 : i8, max_val = 90 : i8} : (tensor<1x3x3x4xi8>) -> tensor<1x3x3x4xi8>
  return %4 : tensor<1x3x3x4xi8>
}
""")
        random = np.random.default_rng(5)
        text = source.read_text()
        for name, shape in (("DEPTHWISE", (3, 3, 3, 2)), ("WEIGHTS", (4, 3, 3, 6))):
            text = text.replace(name, str(random.integers(-90, 90, shape).tolist()))
        source.write_text(text)
        random.integers(-128, 128, (1, 5, 6, 3)).astype("i1").tofile(self.folder / "in.0")
        results = []
        with Daemon() as daemon:
            for target, library in ((self.target, []),
                                    (f"{self.target}+cmsisnn", self.cmsis_nn())):
                program = self.compile(daemon, source, *INSIDE, target=target)
                self.run_firmware(self.firmware(program, 65536, library))
                results.append(np.fromfile(self.folder / "out.0", "i1"))
        self.assertGreater(len(set(results[0])), 8)
        np.testing.assert_array_equal(*results)

    def test_too_little_memory_is_an_error_and_no_fault(self):
        with Daemon() as daemon:
            program = self.compile(daemon, DATA / "wake_alexa" / "model.tflite", *INSIDE)
        image = self.firmware(program, 1024)
        self.assertIn("error: the memory is too small", self.run_firmware(image, 1))

    def test_a_loop_takes_no_more_memory_for_more_turns(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<64xf32>, %n: tensor<i32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<64xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %s = stablehlo.reverse %v, dims = [0] : tensor<64xf32>
      %t = stablehlo.sine %s : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<64xf32>
    }
  return %0#1 : tensor<64xf32>
}
""")
        with Daemon() as daemon:
            program = self.compile(daemon, source, *INSIDE)
        image = self.firmware(program, 16384)
        x = np.linspace(-1, 1, 64, dtype="f")
        x.tofile(self.folder / "in.0")
        memory = []
        for turns in (10, 200):
            np.int32(turns).tofile(self.folder / "in.1")
            memory.append(int(re.search(r"memory (\d+)", self.run_firmware(image))[1]))
            expected = x
            for _ in range(turns):
                expected = np.sin(expected[::-1])
            np.testing.assert_allclose(np.fromfile(self.folder / "out.0", "f"), expected, 1e-4)
        self.assertEqual(memory[0], memory[1])

    def test_a_failed_assertion_ends_the_call(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %limit = arith.constant 10.0 : f32
  %0 = tensor.extract %x[%zero] : tensor<4xf32>
  %1 = arith.cmpf olt, %0, %limit : f32
  cf.assert %1, "the first number is too large"
  %2 = math.exp %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}
""")
        with Daemon() as daemon:
            program = self.compile(daemon, source)
        image = self.firmware(program, 4096)
        x = np.array([1, -2, 0.5, 3], "f")
        x.tofile(self.folder / "in.0")
        self.run_firmware(image)
        np.testing.assert_allclose(np.fromfile(self.folder / "out.0", "f"), np.exp(x), 1e-6)
        np.array([11, 0, 0, 0], "f").tofile(self.folder / "in.0")
        self.assertIn("the first number is too large",
                      self.run_firmware(image, 1))

    def test_extrema_of_numbers_that_fill_no_register(self):
        """Of NaN, infinities and zeros of both signs, element by element and along a row."""
        numbers = [0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan]
        pairs = np.array([(a, b) for a in numbers for b in numbers])
        for element, dtype in (("f64", "f8"), ("f16", "f2")):
            with self.subTest(element=element):
                self.check_extrema(*pairs.T.astype(dtype), f"{len(pairs)}x{element}", element)

    def check_extrema(self, x, y, kind, element):
        source = self.write("m.mlir", f"""
func.func @main(%x: tensor<{kind}>, %y: tensor<{kind}>)
    -> (tensor<{kind}>, tensor<{kind}>, tensor<{element}>) {{
  %0 = stablehlo.maximum %x, %y : tensor<{kind}>
  %1 = stablehlo.minimum %x, %y : tensor<{kind}>
  %first = stablehlo.constant dense<-2.0> : tensor<{element}>
  %2 = stablehlo.reduce(%1 init: %first) applies stablehlo.maximum across dimensions = [0]
      : (tensor<{kind}>, tensor<{element}>) -> tensor<{element}>
  return %0, %1, %2 : tensor<{kind}>, tensor<{kind}>, tensor<{element}>
}}
""")
        with Daemon() as daemon:
            program = self.compile(daemon, source)
        x.tofile(self.folder / "in.0")
        y.tofile(self.folder / "in.1")
        self.run_firmware(self.firmware(program, 65536))
        largest, least, of_all = (np.fromfile(self.folder / f"out.{i}", x.dtype)
                                  for i in range(3))
        sign, other = np.signbit(x), np.signbit(y)
        for got, want, zero in ((largest, np.maximum(x, y), sign & other),
                                (least, np.minimum(x, y), sign | other)):
            np.testing.assert_array_equal(got, want)
            np.testing.assert_array_equal(np.signbit(got)[want == 0], zero[want == 0])
        self.assertTrue(np.isnan(of_all[0]))


class CortexM55(CortexM):
    """The same with Helium's vectors."""
    cpu = target = "cortex-m55"


class CortexMByC(CortexM):
    """The same as C, which the firmware's compiler takes without a warning."""
    target = "c"
    libraries = ("-lm",)

    def compile(self, daemon, source, *arguments, target=None):
        program = self.folder / f"{source.stem}.c"
        daemon.compile(source, program, "--target", target or self.target, *arguments)
        return self.compile_c(program, flags=[*STRICT, "-DINGOT_TABLE_ONLY"])[0]

    def said_of_memory(self, daemon, program):
        text = program.with_suffix(".c").read_text()
        return {"arena_bytes": int(re.search(r"(\d+) bytes in one arena", text)[1])}


class CortexM55ByC(CortexMByC):
    cpu = "cortex-m55"


if __name__ == "__main__":
    unittest.main()

"""The engines of kernels.py: who compiles a kernel, and who runs it for a while.

An engine's `prepare(case)` raises Absent with a few words if it cannot, or else makes
it ready; `run(seconds)` gives milliseconds of calls, or of the shortest and the middle
one where a program tells no more; `close()` ends what `prepare` started.

XLA and onnxruntime run in a process of their own with one thread: usage:
kernel_peers.py xla|onnx. It answers the folder of a kernel with `ready`, or the reason
why not, and then each number of seconds with the list of milliseconds.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import time

import kernel_cases
import peers

ONNX_TYPES = {"f32": 1, "ui8": 2, "i8": 3, "i32": 6, "i64": 7, "bf16": 16}
NUMPY_TYPES = {"f32": "float32", "i8": "int8", "ui8": "uint8", "i32": "int32", "i64": "int64"}
OPERATOR_SET = 20
PREPARE_SECONDS = 180


class Absent(Exception):
    """Why an engine has no time for a kernel."""


# ------------------------------------------------------------------ what all of them take

def values_of(operand, number):
    """Small random numbers, the same in every run."""
    import numpy
    generator = numpy.random.default_rng(number)
    if operand.below:
        return generator.integers(0, operand.below, operand.shape).astype("int32")
    if operand.dtype in ("i8", "ui8"):
        return generator.integers(-8 if operand.dtype == "i8" else 0, 8,
                                  operand.shape).astype(NUMPY_TYPES[operand.dtype])
    values = generator.standard_normal(operand.shape, numpy.float32)
    if operand.dtype == "bf16":  # Two bytes of no type that numpy knows.
        return (values.view("uint32") >> 16).astype("uint16").view("V2")
    return numpy.abs(values) + 0.1 if not operand.constant else values


def write_case(case, folder):
    """case.mlir and input_N.npy."""
    import numpy
    arguments, lines = [], []
    for number, operand in enumerate(case.operands):
        values = values_of(operand, number)
        if operand.constant:
            lines.append(f"%{operand.name} = stablehlo.constant dense<\"0x"
                         f"{values.tobytes().hex().upper()}\"> : {operand.type}")
        else:
            numpy.save(folder / f"input_{len(arguments)}.npy", values)
            arguments.append(f"%{operand.name}: {operand.type}")
    result = kernel_cases.tensor(*case.result)
    (folder / "case.mlir").write_text(
        f"func.func @main({', '.join(arguments)}) -> {result} {{\n  "
        + "\n  ".join([*lines, *case.body]) + f"\n  return %r : {result}\n}}\n")


def write_onnx(case, folder):
    """case.onnx and onnx_NAME.npy; false if ONNX has no such operator."""
    if not case.onnx:
        return False
    import numpy
    from onnx import helper, numpy_helper
    constants, inputs = [], []
    for number, operand in enumerate(case.operands):
        shape = operand.onnx_shape or operand.shape
        values = numpy.ascontiguousarray(in_onnx_layout(values_of(operand, number), operand))
        if operand.constant:
            constants.append(numpy_helper.from_array(values, operand.name))
        else:
            numpy.save(folder / f"onnx_{operand.name}.npy", values)
            inputs.append(helper.make_tensor_value_info(operand.name, ONNX_TYPES[operand.dtype],
                                                        shape))
    for name, (dtype, values) in case.initializers.items():
        constants.append(numpy_helper.from_array(numpy.array(values, NUMPY_TYPES[dtype]), name))
    nodes = [helper.make_node(op, operands, results, **attributes)
             for op, operands, results, attributes in case.onnx]
    shape, dtype = case.result
    sizes = shape if case.same_layout else [f"size{i}" for i in range(len(shape))]
    output = helper.make_tensor_value_info("r", ONNX_TYPES[dtype], sizes)
    graph = helper.make_graph(nodes, "kernel", inputs, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPERATOR_SET)],
                              ir_version=9)
    (folder / "case.onnx").write_bytes(model.SerializeToString())
    return True


def in_onnx_layout(values, operand):
    """Channels first, of images and of filters."""
    if operand.onnx_shape in (None, operand.shape):
        return values
    rank = values.ndim
    if operand.constant:  # Spatial dimensions, inputs, filters.
        order = [rank - 1, rank - 2, *range(rank - 2)]
    else:
        order = [0, rank - 1, *range(1, rank - 1)]
    return values.transpose(order)


# -------------------------------------------------------------------------------- engines

class Server:
    """A process that loads a kernel, then answers seconds with milliseconds."""

    def __init__(self, command, **environment):
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace",
            env={**os.environ, **peers.ONE_THREAD, **environment})

    def ask(self, line):
        """The answer to a line; raises Absent with what it says as it ends."""
        try:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if answer:
            return answer
        self.process.stdin.close()
        said = self.process.stderr.read()
        self.process.wait()
        if "ModuleNotFoundError" in said:
            raise Absent(peers.MISSING)
        raise Absent(peers.refusal(said))

    def run(self, seconds):
        return json.loads(self.ask(seconds))

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.stderr.close()
        self.process.wait(timeout=60)


class Ingot:
    name = "Ingot"

    def __init__(self, binaries, daemon):
        self.binaries, self.daemon = binaries, daemon

    def prepare(self, case, folder):
        self.command = [self.binaries / "ingot", "run", folder / "case.so", "--threads", "1",
                        "--json", "--repeat"]
        try:
            self.daemon.compile(folder / "case.mlir", folder / "case.so", timeout=PREPARE_SECONDS)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            raise Absent(peers.refusal(str(error))) from None
        self.inputs = [word for path in sorted(folder.glob("input_*.npy"))
                       for word in ("--input", path)]
        self.folder = folder
        self.each = self.measure(3, "--output-dir", folder)["median"] / 1e3

    def measure(self, repeat, *more):
        done = subprocess.run([*self.command, str(repeat), *self.inputs, *more],
                              capture_output=True, text=True)
        if done.returncode:
            raise Absent(peers.refusal(done.stderr))
        return json.loads(done.stdout)["milliseconds"]

    def run(self, seconds):
        spent = self.measure(max(3, math.ceil(seconds / max(self.each, 1e-7))))
        return [spent["minimum"], spent["median"]]

    def close(self):
        pass


class Iree:
    name = "IREE"

    def __init__(self):
        self.compiler = peers.program("iree-compile")
        self.runner = peers.program("iree-benchmark-module")

    def prepare(self, case, folder):
        if not self.compiler or not self.runner:
            raise Absent(peers.MISSING)
        done = subprocess.run(
            [self.compiler, folder / "case.mlir", "-o", folder / "case.vmfb",
             "--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host",
             "--iree-input-type=stablehlo", "--iree-opt-level=O3"],
            capture_output=True, text=True, errors="replace", timeout=PREPARE_SECONDS)
        if done.returncode:
            raise Absent(peers.refusal(done.stderr))
        arguments = [o for o in case.operands if not o.constant]
        inputs = [f"--input={kernel_cases.tensor(o.shape, o.dtype)[7:-1]}=1"
                  if o.dtype == "bf16" else f"--input=@{folder / f'input_{i}.npy'}"
                  for i, o in enumerate(arguments)]
        self.command = [self.runner, f"--module={folder / 'case.vmfb'}", "--function=main",
                        "--device=local-sync", "--benchmark_format=json",
                        "--benchmark_repetitions=4", *inputs]

    def run(self, seconds):
        """Means of a fourth of the time each: it tells no single calls."""
        done = subprocess.run([*self.command, f"--benchmark_min_time={seconds / 4:.4f}s"],
                              capture_output=True, text=True, errors="replace")
        try:
            rows = json.loads(done.stdout)["benchmarks"]
        except (ValueError, KeyError):
            raise Absent(peers.refusal(done.stderr)) from None
        scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}
        return [row["real_time"] * scale[row["time_unit"]] for row in rows
                if row.get("run_type") != "aggregate"]

    def close(self):
        pass


class InPython:
    """XLA or onnxruntime: one process for all kernels, as long as it lives."""

    def __init__(self, name, kind):
        self.name, self.kind, self.server = name, kind, None

    def prepare(self, case, folder):
        if self.kind == "onnx":
            try:
                if not write_onnx(case, folder):
                    raise Absent("no such operator")
            except ImportError:
                raise Absent(peers.MISSING) from None
        self.server = self.server or Server([sys.executable, __file__, self.kind])
        try:
            answer = self.server.ask(folder)
        except Absent:
            self.server = None
            raise
        if answer != "ready":
            raise Absent(peers.refusal(answer))

    def run(self, seconds):
        try:
            return self.server.run(seconds)
        except Absent:
            self.server = None
            raise

    def close(self):
        pass


class OneDnn:
    name = "oneDNN"
    # An older library on a newer machine: matrix tiles that the host does not let it have.
    FALLBACK = {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16"}

    def __init__(self, binaries):
        self.program = binaries / "onednn_bench"

    def prepare(self, case, folder):
        if not self.program.exists():
            raise Absent(peers.MISSING)
        if not case.onednn:
            raise Absent("no such primitive")
        try:
            self.start(case, {})
        except (Absent, ValueError, OSError):
            self.start(case, self.FALLBACK)
        self.run, self.close = self.server.run, self.server.close

    def start(self, case, environment):
        self.server = Server([self.program, *case.onednn], **environment)
        self.server.run(0)  # The primitive is made, and can be called.


# -------------------------------------------------------------------- in their own process

def serve(load):
    """A line is a folder, from which `load` makes a call, or seconds to call it."""
    call = None
    for line in sys.stdin:
        if line.startswith("/"):
            try:
                call = load(pathlib.Path(line.strip()))
                call()
                print("ready", flush=True)
            except Exception as error:  # Of any library.
                print("error: " + str(error).replace("\n", " "), flush=True)
            continue
        end = time.perf_counter() + float(line)
        times, before = [], 0
        while before < end:
            start = time.perf_counter()
            call()
            before = time.perf_counter()
            times.append((before - start) * 1e3)
        print(json.dumps(times), flush=True)


def xla(folder):
    import numpy
    import jax
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir
    device = jax.devices("cpu")[0]
    with mlir.make_ir_context():
        module = ir.Module.parse((folder / "case.mlir").read_text())
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        program = device.client.compile_and_load(
            module, xla_client.DeviceList((device,)), options)

    def load(path):
        values = numpy.load(path)
        if values.dtype.kind == "V":
            import ml_dtypes
            values = values.view(ml_dtypes.bfloat16)
        return jax.device_put(values)
    arguments = [load(path) for path in sorted(folder.glob("input_*.npy"))]

    def call():
        results = program.execute_sharded(arguments).disassemble_into_single_device_arrays()
        results[0][0].block_until_ready()
        return results[0][0]
    numpy.save(folder / "xla.npy", numpy.asarray(call()))
    return call


def onnx(folder):
    import numpy
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(folder / "case.onnx", options,
                                           providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    feed = {i.name: numpy.load(folder / f"onnx_{i.name}.npy") for i in session.get_inputs()}
    for name, values in feed.items():
        binding.bind_cpu_input(name, values)
    result = session.run(None, feed)[0]
    numpy.save(folder / "onnx.npy", result)
    binding.bind_ortvalue_output("r", onnxruntime.OrtValue.ortvalue_from_numpy(result))
    return lambda: session.run_with_iobinding(binding)


if __name__ == "__main__":
    serve({"xla": xla, "onnx": onnx}[sys.argv[1]])

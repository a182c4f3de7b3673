"""The peers of models.py: what iree-compile, onnxruntime and jax take for a model.

Each function returns a pair (milliseconds to compile or load, milliseconds to run);
a member is a list of times, or a string that says why there are none.

onnxruntime and jax run in a process of their own, which is told how many threads to use
before it imports them: usage: peers.py onnx|jax FILE REPEAT THREADS INPUT...
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

MISSING = "not installed"
NO_INPUTS = "no inputs"


def told_threads(threads):
    """What a number of threads means to XLA's CPU client, seen in its processor time,
    and to libraries of OpenMP."""
    told = {"NPROC": str(threads), "JAX_PLATFORMS": "cpu", "OMP_NUM_THREADS": str(threads)}
    if threads == 1:
        told["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    return told


ONE_THREAD = told_threads(1)


def compiles(repeat):
    """Compiles are slow: a third as many as runs."""
    return max(1, repeat // 3)


def program(name):
    """A program of the Python that runs this, or of the PATH."""
    return shutil.which(name, path=f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}")


def refusal(stderr):
    """The first error of a compiler in a few words: the op, if it names one."""
    first = re.search(r"error: (.*)", stderr)
    if not first:
        return "failed: " + (stderr.strip().split("\n")[-1][:60] or "no message")
    op = re.search(r"'(\w+\.[\w.]+)' op", first[1])
    return f"refused: {op[1]}" if op else f"refused: {first[1][:60]}"


def iree_compile(command, repeat):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode:
            return refusal(done.stderr)
        times.append((time.perf_counter() - start) * 1e3)
    return times


def iree(model, entry, ingot_opt, scratch, repeat, inputs, threads=1):
    """IREE on the MLIR form itself; on generic text printed by ingot-opt where its
    other version of MLIR does not read the bytecode or syntax of ours."""
    compiler, out = program("iree-compile"), scratch / "iree.vmfb"
    if not compiler:
        return MISSING, MISSING
    flags = ["-o", out, "--iree-hal-target-backends=llvm-cpu",
             "--iree-llvmcpu-target-cpu=host",
             f"--iree-input-type={'tosa' if '.tosa' in model.name else 'none'}"]
    compiled = iree_compile([compiler, model, *flags], compiles(repeat))
    if isinstance(compiled, str):
        text = scratch / "generic.mlir"
        subprocess.run([ingot_opt, "--mlir-print-op-generic", model, "-o", text],
                       check=True, capture_output=True)
        compiled = iree_compile([compiler, text, *flags], compiles(repeat))
    if isinstance(compiled, str):
        return compiled, "not compiled"
    return compiled, iree_run(out, entry, repeat, inputs, threads)


def iree_run(module, entry, repeat, inputs, threads):
    runner = program("iree-benchmark-module")
    if not runner:
        return MISSING
    # local-sync: everything on the calling thread.
    device = ["--device=local-sync"] if threads == 1 else [
        "--device=local-task", f"--task_topology_group_count={threads}"]
    done = subprocess.run(
        [runner, f"--module={module}", f"--function={entry}", *device,
         "--benchmark_format=json", "--benchmark_min_time=0.1s",
         f"--benchmark_repetitions={repeat}", *[f"--input=@{i}" for i in inputs]],
        capture_output=True, text=True, errors="replace")
    try:
        rows = json.loads(done.stdout)["benchmarks"]
        scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}
        return [row["real_time"] * scale[row["time_unit"]] for row in rows
                if row.get("run_type") != "aggregate"]
    except (ValueError, KeyError):
        return refusal(done.stderr)


def in_process(kind, model, repeat, inputs, threads=1):
    """onnxruntime or jax, in a child with so many threads."""
    done = subprocess.run(
        [sys.executable, __file__, kind, model, str(repeat), str(threads), *inputs],
        capture_output=True, text=True, env={**os.environ, **told_threads(threads)})
    if "ModuleNotFoundError" in done.stderr:
        return MISSING, MISSING
    if done.returncode:
        why = refusal(done.stderr)
        return why, why
    answer = json.loads(done.stdout)
    return answer["compile"], answer["run"]


def repeated(work, repeat):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return times


def onnx(model, repeat, threads, inputs):
    import numpy
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1

    def load():
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    session = load()
    feed = {i.name: numpy.load(path) for i, path in zip(session.get_inputs(), inputs)}
    session.run(None, feed)
    return {"run": repeated(lambda: session.run(None, feed), repeat),
            "compile": repeated(load, compiles(repeat))}


def jax(model, repeat, threads, inputs):
    import jax
    import numpy
    from jax import export

    def compile():
        jax.clear_caches()
        exported = export.deserialize(bytearray(pathlib.Path(model).read_bytes()))
        return jax.jit(exported.call).lower(*exported.in_avals).compile()
    compiled = repeated(compile, compiles(repeat))
    function = compile()
    arguments = [jax.device_put(numpy.load(path)) for path in inputs]
    jax.block_until_ready(function(*arguments))
    return {"compile": compiled,
            "run": repeated(lambda: jax.block_until_ready(function(*arguments)), repeat)}


if __name__ == "__main__":
    kind, file, count, width, *files = sys.argv[1:]
    print(json.dumps({"onnx": onnx, "jax": jax}[kind](file, int(count), int(width), files)))

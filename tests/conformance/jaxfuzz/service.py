"""A program through jax.export, `ingot compile` and `ingot run`, as a user does it."""
import dataclasses
import pathlib
import subprocess

import jax
import numpy as np

FORMS = ("text", "lowered", "portable", "container", "polymorphic")
TIMEOUT = 60


@dataclasses.dataclass
class Outcome:
    status: str  # "ran", or refused, crash or timeout
    message: str = ""
    results: list = ()


def types_of(program, sizes=None):
    """The types of the arguments; `sizes` maps sizes to symbols."""
    return [jax.ShapeDtypeStruct(tuple((sizes or {}).get(d, d) for d in a.shape),
                                 np.dtype(a.dtype))
            for a in program.arguments]


def export(program, form, sizes=None):
    """The bytes of the file and the ending of its name."""
    function = jax.jit(lambda *arrays: program(*arrays), keep_unused=True)
    platforms = None
    if "linalg" in program.kinds():
        # For CPUs jax writes calls of LAPACK, by name; for TPUs StableHLO's operations.
        platforms = ["tpu"]
    elif form == "lowered":
        return function.lower(*types_of(program)).as_text().encode(), ".mlir"
    exported = jax.export.export(function, platforms=platforms)(*types_of(program, sizes))
    if form == "portable":
        return exported.mlir_module_serialized, ".mlirbc"
    if form == "container":
        return bytes(exported.serialize()), ".jax"
    return str(exported.mlir_module()).encode(), ".mlir"


def export_polymorphic(program, size):
    """With a symbol for every axis of this size; None when jax cannot."""
    symbol = jax.export.symbolic_shape("n")[0]
    try:
        return export(program, "polymorphic", {size: symbol})
    except Exception:  # jax raises of many kinds for what symbols cannot do
        return None


def save(path, array):
    if array.dtype.name == "bfloat16":
        array = array.view("V2")
    np.save(path, array)


def load(path, dtype):
    array = np.load(path)
    return array.view(dtype) if array.dtype.kind == "V" else array


class Service:
    """Compiles with a daemon and runs in a folder."""

    def __init__(self, ingot, server, folder):
        self.ingot, self.server, self.folder = ingot, server, pathlib.Path(folder)

    def _call(self, *arguments):
        try:
            return subprocess.run([self.ingot, *map(str, arguments)], text=True,
                                  capture_output=True, errors="replace", timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return None

    def compile(self, program, ending):
        """None when it worked."""
        source = self.folder / f"program{ending}"
        source.write_bytes(program)
        done = self._call("compile", source, "-q", "-o", self.folder / "program.so",
                          "--server", self.server)
        if done is None:
            return Outcome("timeout", "compile")
        if done.returncode:
            status = "refused" if done.returncode == 1 else "crash"
            return Outcome(status, done.stderr)
        return None

    def run(self, arrays, types):
        """`types` are those of the results."""
        command = ["run", self.folder / "program.so", "-q", "--output-dir", self.folder]
        for i, array in enumerate(arrays):
            save(self.folder / f"input_{i}.npy", array)
            command += ["--input", self.folder / f"input_{i}.npy"]
        done = self._call(*command)
        if done is None:
            return Outcome("timeout", "run")
        if done.returncode:
            return Outcome("crash", f"run ends with {done.returncode}: {done.stderr}")
        return Outcome("ran", results=[load(self.folder / f"output_{i}.npy", t)
                                       for i, t in enumerate(types)])

#!/usr/bin/env python3
"""ONNX's own backend tests through a daemon.

    onnx_backend.py [--server ADDRESS] [unittest's arguments, such as -k test_abs]

`IngotBackend` is an `onnx.backend.base.Backend` over the command `ingot`: `prepare`
compiles a model, `run` calls it. So `onnx.backend.test` itself drives the compiler. Needs
the Python package `onnx`; INGOT_BIN names the folder of the programs.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import onnx
import onnx.backend.test
from onnx.backend.base import Backend, BackendRep, Device, DeviceType

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "integration"))
import harness  # noqa: E402
from frontendcases.cases import mlir_type  # noqa: E402

TIMEOUT = 300


def call(*arguments):
    """Runs `ingot ...` and gives what it printed."""
    done = subprocess.run([str(harness.INGOT), *map(str, arguments)], capture_output=True,
                          text=True, errors="replace", timeout=TIMEOUT)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


def flatten(values):
    """The elements of sequences one after the other, without optionals that are empty."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from flatten(value)
        elif value is not None:
            yield np.asarray(value)


SMALL = ("int4", "uint4", "int2", "uint2", "float4")


def stored(array):
    """As .npy can hold it: small floats by their bits, smaller types in a byte each."""
    name = array.dtype.name
    if name == "bfloat16" or name.startswith("float8"):
        return array.view(f"V{array.itemsize}")
    return array.view(np.uint8) if name.startswith(SMALL) else array


def restored(array, type_):
    """A result in the type that the model says, where .npy has none."""
    dtype = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(type_.tensor_type.elem_type))
    if array.dtype.kind == "V" or dtype.name.startswith("float4"):
        return array.view(dtype)
    return array.astype(dtype) if dtype.name.startswith(SMALL) else array


def type_of(value):
    """What `--input-type` says of an input that has this value."""
    if value is None:
        return "none"
    if isinstance(value, (list, tuple)):
        return f"tuple<{', '.join(map(type_of, value))}>"
    array = np.asarray(value)
    return mlir_type(array.dtype.name, array.shape)


class Executable(BackendRep):
    """A compiled model. One with sequences or optionals is compiled for the lengths that
    a run gives."""

    def __init__(self, model, server):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.outputs = list(model.graph.output)
        onnx.save(model, self.path / "model.onnx")
        self.program = self.path / "program.so"
        self.server = server
        self.needs_types = any(value.type.WhichOneof("value") != "tensor_type"
                               for value in model.graph.input)
        if not self.needs_types:
            self.compile()

    def compile(self, types=()):
        flags = [part for one in types for part in ("--input-type", one)]
        report = json.loads(call("compile", self.path / "model.onnx", "--json", "-o",
                                 self.program, "--server", self.server, *flags))
        self.entry = report["entry_points"][0]
        described = json.loads(call("inspect", self.program, "--json"))
        self.names = [value["name"] for value in described["entry_points"][0]["outputs"]]

    def run(self, inputs, **_):
        if self.needs_types:
            self.compile(map(type_of, inputs))
        arguments = []
        for i, array in enumerate(flatten(inputs)):
            path = self.path / f"input_{i}.npy"
            np.save(path, stored(array), allow_pickle=False)
            arguments += ["--input", path]
        folder = self.path / "results"
        call("run", self.program, "-q", "--entry", self.entry, "--output-dir", folder,
             *arguments)
        paths = sorted(folder.glob("output_*.npy"),
                       key=lambda path: int(path.stem.split("_")[1]))
        return self.gather([np.load(path) for path in paths])

    def gather(self, arrays):
        """Results in the model's order; those of a sequence NAME are NAME_0, NAME_1 and so
        on, and an optional's value is that of what it holds."""
        values = []
        place = 0
        for output in self.outputs:
            kind = output.type
            if kind.WhichOneof("value") == "optional_type":
                kind = kind.optional_type.elem_type
            if kind.WhichOneof("value") != "sequence_type":
                values.append(restored(arrays[place], kind))
                place += 1
                continue
            elements = []
            while self.names[place:place + 1] == [f"{output.name}_{len(elements)}"]:
                elements.append(restored(arrays[place], kind.sequence_type.elem_type))
                place += 1
            values.append(elements)
        return values


class IngotBackend(Backend):
    """What `onnx.backend.test` calls. The server is set before the tests run."""

    server = None

    @classmethod
    def prepare(cls, model, device="CPU", **_):
        return Executable(model, cls.server)

    @classmethod
    def run_model(cls, model, inputs, device="CPU", **_):
        return cls.prepare(model).run(inputs)

    @classmethod
    def supports_device(cls, device):
        return Device(device).type == DeviceType.CPU


def tests():
    """Classes of tests by name, as unittest wants them in a module."""
    runner = onnx.backend.test.BackendTest(IngotBackend, __name__)
    return runner.test_cases


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--server")
    arguments, rest = parser.parse_known_args()
    globals().update(tests())
    if arguments.server:
        IngotBackend.server = arguments.server
        unittest.main(argv=[sys.argv[0], *rest])
        return
    with harness.Daemon(arguments=["--verify-passes"]) as daemon:
        IngotBackend.server = daemon.address
        unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()

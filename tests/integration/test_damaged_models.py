"""Models of frameworks that were cut short or changed in a byte: each gets an answer,
no worker dies of one, and the daemon goes on serving.

The whole is five files a format, each cut at every 1 % of its length and changed in 1,000
random bytes: INGOT_DAMAGED=whole (an hour or more). Without it every file has a share of
these, ten cuts and ten bytes; the files of tests/data have more. The readers alone are
asked by tests/fuzz/DamagedModels.cpp, which takes minutes for the whole."""
import concurrent.futures
import os
import pathlib
import random
import shutil
import unittest

from harness import DATA, SHARED, Daemon, TestCase, needs_shared, unpack
from test_service import SMALL

IS_WHOLE = os.environ.get("INGOT_DAMAGED") == "whole"
TIMEOUT_SECONDS = 60
MEMORY = "2GiB"

# A program of ../shared/models, or of the case CASE of ../shared/frontends: FORMAT:CASE/FILE;
# of a folder, the file that is damaged.
ONNX = ["ppocr_cls/model.onnx", "basic_pitch/model.static.onnx", "silero_vad/model.onnx",
        "onnx:quant_residual_qdq_uint8/model.onnx", "onnx:tf2onnx_gru/model.onnx"]
TFLITE = ["wake_alexa/model.tflite", "wake_okay_nabu/model.tflite",
          "basic_pitch_tflite/model.tflite", "tflite:keras2_lstm_int8/model.tflite",
          "tflite:if_float32_different_shapes/model.tflite"]
TENSORFLOW = ["basic_pitch_tf/frozen_graph.pb", "tf_mlp/graph.pb",
              ("basic_pitch_tf/saved_model", "saved_model.pb"),
              "tf:v1_nested_while_frozen/graph.pb",
              ("tf:keras_cnn_saved/saved_model", "variables/variables.index")]


def cut(data, count):
    """The file cut at so many places, equally far from each other."""
    for i in range(count):
        yield f"cut at {100 * i // count} %", data[:len(data) * i // count]


def flipped(data, seed, count):
    """The file with one byte changed. Structure is as often hit as weights, which are
    most of the bytes: half of the places are near an end of the file."""
    chance = random.Random(seed)
    for _ in range(count):
        near = min(len(data), 4096)
        place = chance.choice([chance.randrange(len(data)), chance.randrange(near),
                               len(data) - 1 - chance.randrange(near)])
        changed = bytearray(data)
        changed[place] ^= chance.randrange(1, 256)
        yield f"byte {place} is {changed[place]}", bytes(changed)


class DamagedModels(TestCase):
    def fault(self, daemon, program, part, name, data):
        """What is wrong with the answer to a damaged file; nothing if all is well."""
        path = self.folder / str(abs(hash(name))) / program.name
        path.parent.mkdir()
        if program.is_dir():
            shutil.copytree(program, path, copy_function=shutil.copyfile)
        (path / part).write_bytes(data)
        done = daemon.ingot("compile", path, "-o", path.parent / "out.so", "-q", "--timeout",
                            str(TIMEOUT_SECONDS), timeout=2 * TIMEOUT_SECONDS)
        shutil.rmtree(path.parent)
        if done.returncode == 0 or done.returncode == 1 and "error" in done.stderr:
            return None
        return f"{name}: exit {done.returncode}: {done.stderr[:500]}"

    def check_file(self, program, part="", cuts=10, flips=10):
        if IS_WHOLE:
            cuts, flips = 100, 1000
        data = (program / part).read_bytes()
        damaged = [*cut(data, cuts), *flipped(data, program.name, flips)]
        with Daemon(arguments=["--memory-limit", MEMORY]) as daemon:
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                faults = list(pool.map(
                    lambda one: self.fault(daemon, program, part, *one), damaged))
            wrong = [fault for fault in faults if fault]
            self.assertFalse(wrong, "\n".join(wrong))
            daemon.compile(self.write("small.mlir", SMALL), self.folder / "small.so")


class ShippedModels(DamagedModels):
    def test_onnx(self):
        self.check_file(DATA / "ppocr_cls" / "model.onnx", cuts=20, flips=20)

    def test_tflite(self):
        self.check_file(DATA / "wake_alexa" / "model.tflite", cuts=20, flips=20)


@needs_shared("models")
@needs_shared("frontends")
class SharedModels(DamagedModels):
    def program(self, name):
        """The path of a program; a case is unpacked."""
        if ":" not in name:
            return SHARED / "models" / name
        framework, path = name.split(":")
        path = pathlib.Path("cases", path)
        unpack(SHARED / "frontends" / framework / "cases.tar.zst", self.folder, path.parent)
        return self.folder / path

    def check_all(self, files):
        for file in files:
            program, part = (file, "") if isinstance(file, str) else file
            with self.subTest(program):
                self.check_file(self.program(program), part)

    def test_onnx(self):
        self.check_all(ONNX)

    def test_tflite(self):
        self.check_all(TFLITE)

    def test_tensorflow(self):
        self.check_all(TENSORFLOW)


if __name__ == "__main__":
    unittest.main()

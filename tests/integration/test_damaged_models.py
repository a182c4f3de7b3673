"""Models of frameworks that were cut short or changed in a byte: each gets an answer,
no worker dies of one, and the daemon goes on serving.

INGOT_DAMAGED_FLIPS says how many random bytes are changed in each file; the default
keeps the test short."""
import concurrent.futures
import os
import random
import unittest

from harness import DATA, SHARED, Daemon, TestCase, needs_shared
from test_service import SMALL

FLIPS = int(os.environ.get("INGOT_DAMAGED_FLIPS", "20"))
CUTS = range(0, 100, 1 if FLIPS > 100 else 5)
TIMEOUT_SECONDS = 60
MEMORY = "2GiB"


def cut(data):
    """The file at every so many per cent of its length."""
    for percent in CUTS:
        yield f"cut at {percent} %", data[:len(data) * percent // 100]


def flipped(data, seed):
    """The file with one byte changed. Structure is as often hit as weights, which are
    most of the bytes: half of the places are near an end of the file."""
    chance = random.Random(seed)
    for _ in range(FLIPS):
        near = min(len(data), 4096)
        place = chance.choice([chance.randrange(len(data)), chance.randrange(near),
                               len(data) - 1 - chance.randrange(near)])
        changed = bytearray(data)
        changed[place] ^= chance.randrange(1, 256)
        yield f"byte {place} is {changed[place]}", bytes(changed)


class DamagedModels(TestCase):
    def fault(self, daemon, name, data, suffix):
        """What is wrong with the answer to a damaged file; nothing if all is well."""
        path = self.folder / f"{abs(hash(name))}{suffix}"
        path.write_bytes(data)
        done = daemon.ingot("compile", path, "-o", path.with_suffix(".so"), "-q",
                            "--timeout", str(TIMEOUT_SECONDS), timeout=2 * TIMEOUT_SECONDS)
        path.unlink()
        if done.returncode == 0 or done.returncode == 1 and "error" in done.stderr:
            return None
        return f"{name}: exit {done.returncode}: {done.stderr[:500]}"

    def check_file(self, path):
        data = path.read_bytes()
        damaged = [*cut(data), *flipped(data, path.name)]
        with Daemon(arguments=["--memory-limit", MEMORY]) as daemon:
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                faults = list(pool.map(
                    lambda one: self.fault(daemon, one[0], one[1], path.suffix), damaged))
            wrong = [fault for fault in faults if fault]
            self.assertFalse(wrong, "\n".join(wrong))
            daemon.compile(self.write("small.mlir", SMALL), self.folder / "small.so")


class ShippedModels(DamagedModels):
    def test_onnx(self):
        self.check_file(DATA / "ppocr_cls" / "model.onnx")

    def test_tflite(self):
        self.check_file(DATA / "wake_alexa" / "model.tflite")


@needs_shared("models")
class SharedModels(DamagedModels):
    def test_each_format(self):
        """Five files a format, those of the other class among them."""
        for pattern in ("basic_pitch/model.static.onnx", "silero_vad/model.onnx",
                        "basic_pitch_tflite/model.tflite", "wake_okay_nabu/model.tflite",
                        "basic_pitch_tf/frozen_graph.pb"):
            path = SHARED / "models" / pattern
            with self.subTest(pattern):
                self.assertTrue(path.exists(), "the collection lacks it")
                self.check_file(path)


if __name__ == "__main__":
    unittest.main()

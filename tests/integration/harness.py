"""Starts a real ingotd for a test and drives it with the real ingot.

The programs are found through INGOT_BIN (ctest sets it). Data of the project
stands in tests/data; the larger collection beside the project (../shared) is
optional, and a test that needs it says so when it is absent.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("INGOT_BIN", ROOT / "build" / "bin"))
DATA = ROOT / "tests" / "data"
SHARED = ROOT.parent / "shared"
INGOT = BIN / "ingot"
INGOTD = BIN / "ingotd"


def needs_shared(folder):
    """Skips a test or class when ../shared/FOLDER is not there."""
    return unittest.skipUnless((SHARED / folder).is_dir(),
                               f"needs ../shared/{folder}, which is not here")


def unpack(archive, folder, *members):
    """What an archive (.tar.zst) holds, or only the members that are named."""
    data = subprocess.run(["zstd", "-d", "--long=27", "-c", archive], check=True,
                          capture_output=True).stdout
    subprocess.run(["tar", "x", "-C", folder, *members], input=data, check=True)


class Daemon:
    """One ingotd with a store of its own. Use as a context manager."""

    def __init__(self, store=None, arguments=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ingot-test-"))
        self.store = pathlib.Path(store) if store else self.folder / "store"
        self.socket = self.folder / "socket"
        self.log = self.folder / "log"
        self.address = f"unix:{self.socket}"
        self.arguments = list(arguments)
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        """Starts it and waits until it says that it is ready."""
        read, write = os.pipe()
        self.process = subprocess.Popen(
            [INGOTD, "--listen", self.address, "--store", self.store,
             "--log-file", self.log, "--ready-fd", str(write), *self.arguments],
            pass_fds=[write], stdin=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read, "rb") as ready:
            if not ready.read(1):
                self.process.wait()
                raise RuntimeError(
                    f"ingotd exited with {self.process.returncode}:\n"
                    + (self.log.read_text() if self.log.exists() else ""))

    def stop(self, how=signal.SIGTERM):
        """Ends it and returns its exit status."""
        if self.process is None:
            return None
        self.process.send_signal(how)
        status = self.process.wait(timeout=60)
        self.process = None
        return status

    def ingot(self, *arguments, check=None, timeout=120, **keywords):
        """Runs `ingot ... --server THIS`. With `check`, asserts the exit code."""
        return ingot(*arguments, "--server", self.address, check=check,
                     timeout=timeout, **keywords)

    def compile(self, source, out, *arguments, timeout=120):
        """Compiles and returns what --json says."""
        done = self.ingot("compile", source, "-o", out, "--json", *arguments,
                          check=0, timeout=timeout)
        return json.loads(done.stdout)

    def stats(self):
        return json.loads(self.ingot("stats", "--json", check=0).stdout)


def ingot(*arguments, check=None, timeout=120, **keywords):
    environment = {k: v for k, v in os.environ.items()
                   if k not in ("INGOT_SERVER", "INGOT_INITIALISER_CACHE")}
    environment.update(keywords.pop("env", {}))
    done = subprocess.run([INGOT, *map(str, arguments)], capture_output=True,
                          errors="replace",
                          text=True, timeout=timeout, env=environment, **keywords)
    if check is not None and done.returncode != check:
        raise AssertionError(
            f"ingot {' '.join(map(str, arguments))}: exit code "
            f"{done.returncode}, not {check}\n{done.stdout}{done.stderr}")
    return done


class TestCase(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ingot-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, text):
        path = self.folder / name
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text)
        return path

#!/usr/bin/env python3
"""How long `ingot compile` takes for a hit, from its start to the file on disk,
beside /bin/true started the same way.

usage: cli_hit.py --bin DIR [--repeat N]
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))


def spent(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--repeat", type=int, default=51)
    arguments = parser.parse_args()
    os.environ["INGOT_BIN"] = str(arguments.bin)
    from harness import DATA, Daemon
    model = DATA / "ppocr_cls" / "model.linalg_mlprogram.mlirbc"
    with tempfile.TemporaryDirectory() as folder, Daemon() as daemon:
        out = pathlib.Path(folder) / "x.so"
        daemon.compile(model, out)
        command = [arguments.bin / "ingot", "compile", model, "-o", out, "--quiet",
                   "--server", daemon.address]
        spent(command)
        # Alternating, so that a noisy moment hits both alike.
        pairs = [(spent(command), spent(["/bin/true"])) for _ in range(arguments.repeat)]
    hits, trues = zip(*pairs)
    over = [a - b for a, b in pairs]
    for name, values in (("ingot compile, hit", hits), ("/bin/true", trues),
                         ("difference", over)):
        print(f"{name:<24} min {min(values):7.2f}  median {statistics.median(values):7.2f} ms")


if __name__ == "__main__":
    main()

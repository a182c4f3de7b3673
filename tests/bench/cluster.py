#!/usr/bin/env python3
"""What a cluster makes of a compile: BuildGrid's scheduler, and bots.

usage: cluster.py --bin DIR [--kernels N] [--seconds S] [--bots N ...] [--repeat R]

Simulated: a program of N kernels, each of which takes S seconds to build and no
processor (the worker with a made-up compiler sleeps, on bots and here), by a daemon with
two workers and more and more bots. Real: ppocr_cls for the real worker, by a daemon with
one worker alone, and with one and two bots on the same machine.

Needs INGOT_BUILDGRID_PYTHON and PostgreSQL (tests/integration/buildgrid_cluster.py).
"""
import argparse
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))
SIMULATED_WORKERS, REAL_WORKERS = 2, 1


def compile_once(harness, cluster, source, workers, bots, *flags):
    """Seconds, what was counted, and the bytes; by a daemon with a new store."""
    remote = ["--execution", cluster.address, "--execution-jobs", str(bots),
              "--execution-verify", "0"] if cluster else []
    with harness.Daemon(arguments=["--workers", str(workers), *remote, *flags]) as daemon:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.so"
            began = time.monotonic()
            daemon.compile(source, out, timeout=600)
            seconds = time.monotonic() - began
            return seconds, daemon.stats(), out.read_bytes()


def row(name, seconds, alone, figures):
    print(f"| {name} | {seconds:.2f} | {alone / seconds:.2f} | "
          f"{figures['remote_actions_completed']} | {figures['remote_actions_hedged']} |",
          flush=True)


HEAD = ("| | seconds | speed-up | by bots | done here after all |\n"
        "| --- | --- | --- | --- | --- |")


def simulate(options, harness, make_cluster):
    """No processor is used, so as many bots as wanted fit this machine."""
    print(f"{options.kernels} kernels of {options.seconds} s, simulated\n\n{HEAD}")
    fake = ["--worker-program", str(options.bin / "ingot_fake_worker")]
    with tempfile.TemporaryDirectory() as folder:
        def program(run, kernels=options.kernels):
            source = pathlib.Path(folder) / "sleeping.mlir"
            source.write_text("".join(
                f"kernel k{run}_{i} sleep {int(1000 * options.seconds)}\n"
                for i in range(kernels)))
            return source

        alone, figures, _ = compile_once(harness, None, program(0), SIMULATED_WORKERS,
                                         0, *fake)
        row(f"{SIMULATED_WORKERS} workers", alone, alone, figures)
        for bots in options.bots:
            with make_cluster(f"{folder}/{bots}") as cluster:
                cluster.start_bots(bots)
                # The worker program goes to the cluster once; not in this time.
                compile_once(harness, cluster, program("warm", bots + SIMULATED_WORKERS),
                             SIMULATED_WORKERS, bots, *fake)
                seconds, figures, _ = compile_once(
                    harness, cluster, program(bots), SIMULATED_WORKERS, bots, *fake)
            row(f"and {bots} bots", seconds, alone, figures)


def measure(options, harness, make_cluster):
    source = ROOT / "tests" / "data" / "ppocr_cls" / "model.onnx"
    print(f"\nppocr_cls, minimum of {options.repeat}\n\n{HEAD}")

    def best(cluster, bots):
        return min((compile_once(harness, cluster, source, REAL_WORKERS, bots)
                    for _ in range(options.repeat)), key=lambda found: found[0])

    alone, figures, expected = best(None, 0)
    row(f"{REAL_WORKERS} worker", alone, alone, figures)
    with tempfile.TemporaryDirectory() as folder:
        for bots in (1, 2):
            times = []
            for i in range(options.repeat):
                # What a cluster has built, it does not build again.
                with make_cluster(f"{folder}/{bots}-{i}") as cluster:
                    cluster.start_bots(bots)
                    warm = ROOT / "tests" / "data" / "wake_alexa" / "model.tflite"
                    compile_once(harness, cluster, warm, REAL_WORKERS, bots)
                    times.append(compile_once(harness, cluster, source, REAL_WORKERS, bots))
            seconds, figures, made = min(times, key=lambda found: found[0])
            assert made == expected, "other bytes"
            row(f"and {bots} bots", seconds, alone, figures)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--kernels", type=int, default=84)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--bots", type=int, nargs="*", default=[1, 2, 4, 8, 16])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    os.environ["INGOT_BIN"] = str(options.bin)
    import buildgrid_cluster
    import harness
    if reason := buildgrid_cluster.missing():
        sys.exit(reason)
    simulate(options, harness, buildgrid_cluster.Cluster)
    if options.repeat:
        measure(options, harness, buildgrid_cluster.Cluster)


if __name__ == "__main__":
    main()

"""Steps of a case: commands of `ingot`, each with a limit of time and a short reason;
and all cases of a run, side by side."""
import concurrent.futures
import json
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "integration"))
import harness  # noqa: E402

TIMEOUT = 300
REASON = 700  # characters of a message that are kept


class Failure(Exception):
    """A step did not succeed; the message says why."""


def shorten(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return "\n".join(lines)[:REASON]


def call(step, *arguments):
    """Runs `ingot STEP ...` and gives what it printed."""
    try:
        done = subprocess.run([harness.INGOT, step, *map(str, arguments)],
                              capture_output=True, text=True, errors="replace",
                              timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise Failure(f"'{step}' took more than {TIMEOUT} s") from None
    if done.returncode:
        raise Failure(f"{step}: exit {done.returncode}: {shorten(done.stderr)}")
    return done.stdout


def judge_all(options, wanted, judge):
    """The records that judge(server, one) gives for all that is wanted, on
    options.server or a daemon of its own; written to options.out as well."""
    def judge_at(server):
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            return list(pool.map(lambda one: judge(server, one), wanted))

    if options.server:
        records = judge_at(options.server)
    else:
        with harness.Daemon(arguments=["--verify-passes"]) as daemon:
            records = judge_at(daemon.address)
    options.out.write_text(json.dumps(records, indent=1) + "\n")
    return records

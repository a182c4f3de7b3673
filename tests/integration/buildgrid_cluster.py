"""BuildGrid's own server for tests: a cache, or a whole cluster with its scheduler.

INGOT_BUILDGRID_PYTHON names a Python that has it (PyPI: buildgrid[database]). Its
scheduler keeps its jobs in PostgreSQL, of which a server is started for the test."""
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PYTHON = os.environ.get("INGOT_BUILDGRID_PYTHON")
BOT = pathlib.Path(__file__).with_name("buildgrid_bot.py")

# Pieces of a server's settings, in this order: names are defined before they are used.
STORAGE = """
server:
  - !channel
    address: "127.0.0.1:{port}"
    insecure-mode: true
thread-pool-size: 120
storages:
  - !disk-storage &storage
    path: {folder}/cas
caches:
  - !lru-action-cache &results
    storage: *storage
    max-cached-refs: 10000
    allow-updates: true
    cache-failed-actions: false
"""
SCHEDULER = """
connections:
  - !sql-connection &sql
    connection-string: "{database}"
    pool-size: 30
    max-overflow: 30
schedulers:
  - !sql-scheduler &scheduler
    sql: *sql
    storage: *storage
    action-cache: *results
    poll-interval: 0.2
    bot-session-keepalive-timeout: 120
    property-set: !dynamic-property-set
      match-property-keys: [OSFamily]
    assigners:
      - !priority-age-assigner
        count: 2
        interval: 0.02
"""
SERVICES = """
instances:
  - name: {instance}
    services:
      - !action-cache
        cache: *results
      - !cas
        storage: *storage
      - !bytestream
        storage: *storage
"""
EXECUTION = """
      - !execution
        scheduler: *scheduler
"""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def postgres_folder():
    """Where PostgreSQL's programs are; None if they are not here."""
    found = shutil.which("initdb")
    folders = [pathlib.Path(found).resolve().parent] if found else sorted(
        pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


def missing():
    """What a cluster lacks on this machine, in words; empty if nothing."""
    if not PYTHON:
        return ("needs BuildGrid (PyPI: buildgrid[database]); "
                "INGOT_BUILDGRID_PYTHON names the Python that has it")
    if not postgres_folder():
        return "needs PostgreSQL's server, in which BuildGrid keeps its jobs"
    found = subprocess.run([PYTHON, "-c", "import buildgrid, psycopg2"], capture_output=True)
    return "" if found.returncode == 0 else "needs buildgrid[database]: psycopg2 is missing"


class Postgres:
    """A database server on a socket in a folder of its own."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ingot-test-"))
        # It does not run as root; Debian's package brings this user.
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        programs = postgres_folder()
        subprocess.run([programs / "initdb", "-D", self.folder / "data", "-A", "trust",
                        "-U", "bgd", "--no-sync"], check=True, user=self.user,
                       stdout=subprocess.DEVNULL, cwd=self.folder)
        self.process = subprocess.Popen(
            [programs / "postgres", "-D", self.folder / "data", "-k", self.folder,
             "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200"],
            user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        ready = [programs / "pg_isready", "-h", self.folder, "-U", "bgd", "-d", "postgres"]
        wait_for(lambda: subprocess.run(ready, stdout=subprocess.DEVNULL).returncode == 0,
                 self.process, "PostgreSQL")

    @property
    def address(self):
        return f"postgresql+psycopg2://bgd@/postgres?host={self.folder}"

    def kill(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def wait_for(is_there, process, what, seconds=120):
    end = time.monotonic() + seconds
    while not is_there():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"{what} does not start")
        os.sched_yield()


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        return True
    except OSError:
        return False


def start_server(folder, port, instance, database=None):
    """A cache, or the server of a cluster if there is a database for its jobs."""
    settings = folder / "settings.yml"
    pieces = [STORAGE, SCHEDULER, SERVICES, EXECUTION] if database else [STORAGE, SERVICES]
    settings.write_text("".join(pieces).format(port=port, folder=folder, instance=instance,
                                               database=database))
    with open(folder / "log", "a") as log:
        process = subprocess.Popen([pathlib.Path(PYTHON).parent / "bgd", "server", "start",
                                    settings], stdout=log, stderr=log)
    wait_for(lambda: answers(port), process, "BuildGrid's server")
    return process


class Cluster:
    """BuildGrid's server with its scheduler, and bots. Use as a context manager."""

    instance = "main"

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.processes = []
        self.database = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self):
        self.database = Postgres()
        with open(self.folder / "log", "w") as log:
            subprocess.run([pathlib.Path(PYTHON).parent / "bgd", "migrate", "apply",
                            self.database.address], check=True, stdout=log, stderr=log)
        self.processes.append(start_server(self.folder, self.port, self.instance,
                                           self.database.address))

    def start_bots(self, count, *arguments):
        """Returns when all of them begin to ask for work."""
        bots = subprocess.Popen(
            [PYTHON, BOT, f"127.0.0.1:{self.port}", self.instance, str(count),
             self.folder / f"bots-{len(self.processes)}", *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
        self.processes.append(bots)
        if bots.stdout.readline() != "ready\n":
            raise RuntimeError("the bots do not start")
        return bots

    @property
    def address(self):
        return f"grpc://127.0.0.1:{self.port}/{self.instance}"

    def kill(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()
        self.processes = []
        if self.database:
            self.database.kill()

"""Bots of a BuildGrid cluster, over its public worker interface (Bots and REAPI).

    buildgrid_bot.py HOST:PORT INSTANCE BOTS FOLDER [--sleep SECONDS]

Runs with the Python that has BuildGrid, whose protos it uses. A bot asks for leases
(CreateBotSession, UpdateBotSession), takes each from pending to active, runs the
action's command in a folder of its own, stores the outputs and says that it is
completed. FOLDER keeps input files by digest, as real bots do: the worker program is
fetched once. With --sleep nothing is run: every action takes that long and has no
outputs. Says "ready" when all bots begin to ask the scheduler.
"""
import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time
import uuid

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import (
    remote_execution_pb2 as reapi, remote_execution_pb2_grpc as reapi_grpc)
from buildgrid._protos.google.bytestream import bytestream_pb2, bytestream_pb2_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import (
    bots_pb2, bots_pb2_grpc, worker_pb2)

OK, PENDING, ACTIVE, COMPLETED = 1, 1, 2, 4  # BotStatus, LeaseState
POLL_SECONDS = 20  # BuildGrid holds a call for 80 % of its deadline.
PIECE = 1 << 20
ALL_SIZES = [("grpc.max_receive_message_length", -1)]


class Store:
    """The cluster's blobs, and files of them that were fetched before."""

    def __init__(self, channel, instance, folder):
        self.instance = instance
        self.bytes = bytestream_pb2_grpc.ByteStreamStub(channel)
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()

    def get(self, digest):
        if digest.size_bytes == 0:
            return b""
        name = f"{self.instance}/blobs/{digest.hash}/{digest.size_bytes}"
        request = bytestream_pb2.ReadRequest(resource_name=name)
        return b"".join(part.data for part in self.bytes.Read(request))

    def put(self, data):
        digest = reapi.Digest(hash=hashlib.sha256(data).hexdigest(),
                              size_bytes=len(data))
        name = (f"{self.instance}/uploads/{uuid.uuid4()}/blobs/"
                f"{digest.hash}/{digest.size_bytes}")

        def pieces():
            for at in range(0, max(len(data), 1), PIECE):
                piece = data[at:at + PIECE]
                yield bytestream_pb2.WriteRequest(
                    resource_name=name, write_offset=at, data=piece,
                    finish_write=at + len(piece) == len(data))

        self.bytes.Write(pieces())
        return digest

    def link(self, digest, to, executable):
        """A file of a blob. A program that is being written cannot be run: it is
        made under the lock, and so is every process (see run())."""
        kept = self.folder / f"{digest.hash}{'x' if executable else ''}"
        with self.lock:
            if not kept.exists():
                part = kept.with_suffix(".part")
                part.write_bytes(self.get(digest))
                part.chmod(0o555 if executable else 0o444)
                part.rename(kept)
            os.link(kept, to)


class Bot:
    def __init__(self, options, store, channel, number):
        self.options, self.store, self.number = options, store, number
        self.stub = bots_pb2_grpc.BotsStub(channel)

    def unpack(self, digest, to):
        tree = reapi.Directory.FromString(self.store.get(digest))
        for entry in tree.files:
            self.store.link(entry.digest, to / entry.name, entry.is_executable)
        for entry in tree.directories:
            (to / entry.name).mkdir()
            self.unpack(entry.digest, to / entry.name)

    def run(self, action):
        """What an action's command leaves."""
        command = reapi.Command.FromString(self.store.get(action.command_digest))
        folder = pathlib.Path(tempfile.mkdtemp(prefix="action-", dir=self.options.folder))
        try:
            self.unpack(action.input_root_digest, folder)
            with self.store.lock:
                process = subprocess.Popen(list(command.arguments), cwd=folder)
            result = reapi.ActionResult(exit_code=process.wait())
            for path in command.output_paths:
                if (folder / path).is_file():
                    result.output_files.add(
                        path=path, digest=self.store.put((folder / path).read_bytes()))
            return result
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def work(self, lease):
        if self.options.sleep is not None:
            time.sleep(self.options.sleep)
            result = reapi.ActionResult()
        else:
            action = reapi.Action()
            if not lease.payload.Unpack(action):
                digest = reapi.Digest()
                lease.payload.Unpack(digest)
                action.ParseFromString(self.store.get(digest))
            result = self.run(action)
        lease.result.Pack(result)
        lease.status.code = 0
        lease.state = COMPLETED

    def serve(self, ready):
        session = bots_pb2.BotSession(
            bot_id=f"bot-{os.getpid()}-{self.number}", status=OK,
            worker=worker_pb2.Worker(devices=[worker_pb2.Device(handle="cpu")]))
        created = bots_pb2.CreateBotSessionRequest(parent=self.options.instance,
                                                   bot_session=session)
        ready.release()
        session = self.stub.CreateBotSession(created, timeout=POLL_SECONDS)
        while True:
            for lease in session.leases:
                if lease.state == ACTIVE:
                    self.work(lease)
                elif lease.state == PENDING:
                    lease.state = ACTIVE
            session = self.stub.UpdateBotSession(
                bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session),
                timeout=POLL_SECONDS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("instance")
    parser.add_argument("bots", type=int)
    parser.add_argument("folder")
    parser.add_argument("--sleep", type=float)
    options = parser.parse_args()
    channel = grpc.insecure_channel(options.address, options=ALL_SIZES)
    store = Store(channel, options.instance, pathlib.Path(options.folder) / "blobs")
    ready = threading.Semaphore(0)
    threads = [threading.Thread(target=Bot(options, store, channel, i).serve, args=(ready,))
               for i in range(options.bots)]
    for thread in threads:
        thread.start()
    for _ in threads:
        ready.acquire()
    print("ready", flush=True)
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()

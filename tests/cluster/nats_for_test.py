# SPDX-License-Identifier: MIT
"""NATS servers on loopback ports, workers and organisers as processes, for the cluster's tests."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request
from pathlib import Path

NINEFOLD = os.environ["NINEFOLD"]


def find_server():
    return shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


# Ends what hangs: how long anything takes depends on the machine.
PATIENCE = 180


def wait_for(condition, what, timeout=PATIENCE):
    end = time.monotonic() + timeout
    while not (value := condition()):
        assert time.monotonic() < end, f"waited {timeout} s in vain for {what}"
        time.sleep(0.01)
    return value


class Servers:
    """One server, or a cluster of several."""

    def __init__(self, folder, count=1, configuration=""):
        self.folder = folder
        self.configuration = folder / "nats.conf"
        self.configuration.write_text(configuration)
        self.ports = free_ports(3 * count)  # clients', then routes', then monitoring
        self.count = count
        self.processes = [None] * count
        for i in range(count):
            self.start(i)
        for port in self.ports[:count]:
            wait_for(lambda port=port: self.answers(port), "a NATS server")

    def start(self, i):
        words = [find_server(), "-c", str(self.configuration), "-a", "127.0.0.1", "-p", str(self.ports[i]), "-js",
                 "-sd", str(self.folder / f"nats{i}"), "-n", f"n{i}",
                 "-m", str(self.ports[2 * self.count + i])]
        if self.count > 1:
            routes = ",".join(f"nats://127.0.0.1:{p}" for p in self.ports[self.count:2 * self.count])
            words += ["--cluster_name", "test", "--cluster",
                      f"nats://127.0.0.1:{self.ports[self.count + i]}", "--routes", routes]
        log = open(self.folder / f"nats{i}.log", "a")
        self.processes[i] = subprocess.Popen(words, stdout=log, stderr=log)

    @staticmethod
    def answers(port):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as s:
                return s.recv(16).startswith(b"INFO")
        except OSError:
            return False

    def kill(self, i):
        self.processes[i].send_signal(signal.SIGKILL)
        self.processes[i].wait()

    def stop(self):
        for process in self.processes:
            process.kill()
            process.wait()

    def last_sequences(self, stream):
        """The number of the stream's last message, as each server has it."""
        result = []
        for port in self.ports[2 * self.count:]:
            url = f"http://127.0.0.1:{port}/jsz?accounts=true&streams=true"
            with urllib.request.urlopen(url, timeout=10) as answer:
                accounts = json.load(answer).get("account_details", [])
            result += [s["state"]["last_seq"] for a in accounts for s in a.get("stream_detail", [])
                       if s["name"] == stream]
        return result

    @property
    def url(self):
        return ",".join(f"nats://127.0.0.1:{p}" for p in self.ports[:self.count])


class Wire:
    """A bare NATS client: enough to publish, and to ask JetStream."""

    def __init__(self, port, timeout=10):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.file = self.socket.makefile("rb")
        self.file.readline()
        self.socket.sendall(b'CONNECT {"verbose":false,"headers":true}\r\n')

    def request(self, subject, data=b"", header=b""):
        self.socket.sendall(b"SUB _test 1\r\nUNSUB 1 1\r\n")
        if header:
            head = b"NATS/1.0\r\n" + header + b"\r\n\r\n"
            self.socket.sendall(b"HPUB %s _test %d %d\r\n%s%s\r\n" % (
                subject.encode(), len(head), len(head) + len(data), head, data))
        else:
            self.socket.sendall(b"PUB %s _test %d\r\n%s\r\n" % (subject.encode(), len(data), data))
        while True:
            line = self.file.readline()
            if line == b"PING\r\n":
                self.socket.sendall(b"PONG\r\n")
            if line.startswith(b"MSG"):
                body = self.file.read(int(line.split()[-1]) + 2)[:-2]
                return json.loads(body)
            assert line, "the server closed the connection"


WORKERS = []


def worker(folder, url, *words, name="w"):
    log = open(folder / f"worker-{name}.log", "a")
    WORKERS.append(subprocess.Popen([NINEFOLD, "worker", url, "--name", name,
                                     "--cache", str(folder / "cache"), *words],
                                    stdout=log, stderr=log))
    return WORKERS[-1]


def stop_workers():
    for process in WORKERS:
        process.kill()
        process.wait()


def games_kept(db):
    try:
        with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error:
        return 0


def standings(db):
    out = subprocess.run([NINEFOLD, "tournament", "report", "--json", "-", "--db", str(db)],
                         check=True, capture_output=True, text=True).stdout
    result = json.loads(out)
    for name in ("created", "finished"):
        del result[name]
    return result

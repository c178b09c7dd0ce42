# SPDX-License-Identifier: MIT
"""Servers and their clients, for the tests of this folder."""

import http.client
import json
import os
import re
import socket
import struct
import subprocess

NINEFOLD = os.environ.get("NINEFOLD", "build/ninefold")
HUMANS = {"x": {"kind": "human", "name": "Ann"}, "o": {"kind": "human", "name": "Bob"}}


class Serve:
    """A running server; `with` kills it in the end, whatever happened."""

    def __init__(self, database, *options, environment=None):
        self.process = subprocess.Popen(
            [NINEFOLD, "serve", "--port", "0", "--db", database, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        self.greeting = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.greeting)
        if not found:
            raise AssertionError(self.greeting + self.process.stderr.read())
        self.port = int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def ask(self, method, path, body=None, token=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if "json" in answer.headers["Content-Type"] else text.decode()

    def end(self, how):
        self.process.send_signal(how)
        return self.process.wait(20)


class WebSocket:
    """Just enough of one to listen."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        self.stream = self.socket.makefile("rb")
        if b"101" not in self.stream.readline():
            raise AssertionError("no WebSocket")
        while self.stream.readline() != b"\r\n":
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.socket.close()

    def send(self, message):
        text = json.dumps(message).encode()
        self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)

    def receive(self):
        while True:
            kind, size = self.stream.read(2)
            if size == 126:
                (size,) = struct.unpack(">H", self.stream.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.stream.read(8))
            text = self.stream.read(size)
            if kind & 15 == 1:
                return json.loads(text)

    def wait_for(self, **members):
        while True:
            message = self.receive()
            if all(message.get(name) == value for name, value in members.items()):
                return message


class Playing:
    """A match or tournament in a process of its own, killed in the end."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [NINEFOLD, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def port(self):
        """Where it says that it can be watched."""
        for line in self.process.stderr:
            found = re.search(r"watch at http://127\.0\.0\.1:(\d+)/", line)
            if found:
                return int(found.group(1))
        raise AssertionError("it does not say where it can be watched")


# Slow enough that nobody can miss it.
SLOW = ("mcts:sims=30000", "mcts:sims=20000")

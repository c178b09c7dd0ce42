# SPDX-License-Identifier: MIT
"""ProtocolChannel: the referee's lines, kept out of the bot's reach.

The bot shares this process, so the real standard input and output move to
private descriptors before any bot code runs. Descriptor 1 then leads to
standard error and descriptor 0 to nothing: a bot may print, also from C code
or a child process, and may ask for input, without touching the protocol.
"""
import os
import sys


def _close_on_exec(descriptor):
    if sys.version_info[0] == 2:  # Python 3 duplicates descriptors that way already
        import fcntl
        fcntl.fcntl(descriptor, fcntl.F_SETFD, fcntl.FD_CLOEXEC)


class _AnyLetter(object):
    """A stream of Python 2 that writes unicode as a terminal does: such a stream, led
    elsewhere, knows no encoding and raises for the first letter that is not ASCII."""

    def __init__(self, stream):
        self._stream = stream

    def write(self, text):
        self._stream.write(text if isinstance(text, bytes) else text.encode("utf-8"))

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def __getattr__(self, name):
        return getattr(self._stream, name)


class ProtocolChannel(object):
    def __init__(self):
        self._output = os.dup(1)
        private_input = os.dup(0)
        _close_on_exec(self._output)
        _close_on_exec(private_input)
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        self._input = os.fdopen(private_input, "rb")
        self._print_by_line()

    @staticmethod
    def _print_by_line():
        """The bot's prints show at once, so that they are not lost when it is
        killed, and no letter it prints can fail for the log's encoding."""
        if sys.version_info[0] == 2:
            sys.stdout = sys.__stdout__ = _AnyLetter(os.fdopen(1, "w", 1))
            sys.stderr = sys.__stderr__ = _AnyLetter(sys.stderr)
            return
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)

    def read_line(self):
        """The next line without its end, or None when the referee is gone."""
        line = self._input.readline()
        if not line:
            return None
        if sys.version_info[0] == 3:
            line = line.decode("utf-8", "replace")
        return line.rstrip("\r\n")

    def send(self, text):
        data = text + "\n"
        if not isinstance(data, bytes):  # Python 2's plain strings are bytes already
            data = data.encode("utf-8", "replace")
        while data:
            data = data[os.write(self._output, data):]

# SPDX-License-Identifier: MIT
"""HostProcess: a bot behind pipes, and the interpreters found to run it."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
HOST = os.path.join(ROOT, "hosts", "python", "ninefold_host.py")
RECOGNISE = os.path.join(ROOT, "hosts", "python", "recognise.py")
EXAMPLES = os.path.join(ROOT, "examples", "bots")
START = "9/9/9/9/9/9/9/9/9 x - "


def _answers(python, code):
    try:
        return subprocess.call([python, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def find_python3s():
    """Interpreters 3.8 and up: the running one, the system's, and pyenv's, one per version."""
    paths = [sys.executable, "/usr/bin/python3"]
    paths += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")))
    found = {}
    for path in paths:
        if not os.path.exists(path):
            continue
        code = "import sys; print('%d.%d' % sys.version_info[:2])"
        version = subprocess.check_output([path, "-c", code]).decode().strip()
        if tuple(map(int, version.split("."))) >= (3, 8):
            found.setdefault(version, path)
    return found


def find_python2():
    paths = [shutil.which("python2.7"), shutil.which("python2")]
    paths += glob.glob(os.path.expanduser("~/.pyenv/versions/2.7*/bin/python2.7"))
    for path in paths:
        if path and _answers(path, "import sys; sys.exit(sys.version_info[0] != 2)"):
            return path
    return None


def find_numpy_python():
    for path in ["/usr/bin/python3", sys.executable] + list(find_python3s().values()):
        if os.path.exists(path) and _answers(path, "import numpy"):
            return path
    return None


PYTHON2 = find_python2()
NUMPY_PYTHON = find_numpy_python()


class HostProcess:
    """`command` is the whole command line. Lines go through ask() and tell();
    a watchdog kills a silent bot, so that a test fails instead of hanging."""

    def __init__(self, command, limit_seconds=20):
        self._errors = tempfile.TemporaryFile()
        self._kept_log = None
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
        self._watchdog = threading.Timer(limit_seconds, self._process.kill)
        self._watchdog.daemon = True
        self._watchdog.start()

    @classmethod
    def of_file(cls, interface, path, python=None, options=()):
        python = python or NUMPY_PYTHON or sys.executable
        return cls([python, HOST, "--interface", interface] + list(options) + [path])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()

    def tell(self, line):
        self._process.stdin.write((line + "\n").encode())
        self._process.stdin.flush()

    def read_until(self, *first_words):
        """The lines up to one that begins with one of the words, that one last."""
        lines = []
        while True:
            line = self._process.stdout.readline().decode()
            if not line:
                raise AssertionError("the bot ended; it said %r and logged:\n%s" % (lines, self.log()))
            lines.append(line.rstrip("\n"))
            if line.split(" ")[0].strip() in first_words:
                return lines

    def ask(self, line, *first_words):
        self.tell(line)
        return self.read_until(*(first_words + ("forfeit",)))[-1]

    def start(self, game_number=0):
        """Up to the first question; the last answer, readyok if all is well."""
        answer = self.ask("ugi", "ugiok")
        if answer == "ugiok":
            answer = self.new_game(game_number)
        return answer

    def new_game(self, game_number=0):
        self.tell("setoption name GameNumber value %d" % game_number)
        self.tell("uginewgame")
        return self.ask("isready", "readyok")

    def go(self, position, words=""):
        self.tell("position " + position)
        return self.ask(("go " + words).strip(), "bestmove")

    def log(self):
        """What the bot wrote to standard error; still there after quit()."""
        if self._kept_log is not None:
            return self._kept_log
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace")

    def quit(self):
        try:
            self.tell("quit")
        except (OSError, ValueError):
            pass
        code = self._process.wait()
        self._watchdog.cancel()
        self._kept_log = self.log()
        self._errors.close()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        return code

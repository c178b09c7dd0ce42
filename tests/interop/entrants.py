# SPDX-License-Identifier: MIT
"""One sample bot of each interface, made ready to play in a folder."""
import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "examples", "bots")

COMPILERS = {
    ".c": ["gcc", "-std=c11", "-O1"],
    ".cpp": ["g++", "-std=c++17", "-O1"],
    ".rs": ["rustc", "-O"],
}


def example(name):
    return os.path.join(EXAMPLES, *name.split("/"))


def compiled(name, folder):
    """The program made from an example, or None where its compiler is missing."""
    stem, suffix = os.path.splitext(os.path.basename(name))
    compiler = COMPILERS[suffix]
    if not shutil.which(compiler[0]):
        return None
    program = os.path.join(folder, stem + suffix.replace(".", "_"))
    subprocess.run(compiler + ["-o", program, example(name)], check=True, timeout=300)
    return program


def has_python2(program):
    """As the program itself finds one."""
    done = subprocess.run([program, "check", example("class_move_python2.py"), "--games", "2"],
                          capture_output=True, timeout=120)
    return b"Python 2.7 was found" not in done.stderr


def entrants(folder):
    """{interface: bot specification}, one for each interface that this machine can run."""
    found = {
        "select_move": example("select_move_tactician.py"),
        "class": example("class_move_greedy.py"),
        "function": example("function_counter.py"),
        "best_move": example("best_move_seeker.py"),
        "ugi": example("ugi_random.py"),
    }
    if shutil.which("javac"):
        found["java"] = example("java/BlockWinner.java")
    if shutil.which("node"):
        found["riddles"] = example("javascript/riddles_bot.js")
    codingame = compiled("cpp/codingame_bot.cpp", folder)
    if codingame:
        found["codingame"] = "codingame:" + codingame
    return found

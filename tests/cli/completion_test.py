#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Completion in the shells themselves, and man pages as roff. zsh and fish are asked where they are installed."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.get("NINEFOLD", "build/ninefold")
# Where a package puts the scripts; the argument `installed` tests those.
INSTALLED = {"bash": "/usr/share/bash-completion/completions/ninefold",
             "zsh": "/usr/share/zsh/vendor-completions/_ninefold",
             "fish": "/usr/share/fish/vendor_completions.d/ninefold.fish"}
test_installed = False
# The scripts ask the program that the shell finds.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(os.path.abspath(PROGRAM)), os.environ["PATH"]])


def output(*args, **options):
    return subprocess.run(args, capture_output=True, text=True, timeout=60, check=True, **options).stdout


def script(shell):
    if test_installed:
        with open(INSTALLED[shell], encoding="utf-8") as file:
            return file.read()
    return output(PROGRAM, "completion", shell)


def in_bash(words):
    ask = ('COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _ninefold; '
           'printf "%s\\n" "${COMPREPLY[@]}"')
    return output("bash", "-c", script("bash") + ask, "bash", *words).split()


def in_fish(words):
    with tempfile.TemporaryDirectory() as home:
        path = os.path.join(home, "ninefold.fish")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script("fish"))
        said = output("fish", "--no-config", "-c", 'source $argv[1]; complete -C "$argv[2]"', path, " ".join(words),
                      env={**os.environ, "HOME": home})
        return [line.split("\t")[0] for line in said.splitlines()]


def in_zsh(words):
    """Completes the line in a function that stands for zsh's own: `_describe` and `_files` print what they get."""
    body = script("zsh").replace('_ninefold "$@"', "")
    ask = ("_describe() { local name=${@[-1]}; print -rl -- ${${(P)name}%%:*} }; _files() { print files }\n"
           "compadd() { shift; print -rl -- $@ }\n"
           "words=(\"$@\"); CURRENT=$#; PREFIX=${@[-1]}; _ninefold")
    with tempfile.NamedTemporaryFile("w", suffix=".zsh", encoding="utf-8") as file:
        file.write(body + ask)
        file.flush()
        # As in zsh: of what is offered, only what begins with the word is shown.
        return [word for word in output("zsh", "-f", file.name, *words).split() if word.startswith(words[-1])]


class Completion(unittest.TestCase):
    def complete(self, shell, *words):
        if shutil.which(shell) is None:
            self.skipTest(f"{shell} is not installed")
        return {"bash": in_bash, "fish": in_fish, "zsh": in_zsh}[shell](["ninefold", *words])

    def check(self, shell):
        self.assertEqual(self.complete(shell, "matc"), ["match"])
        self.assertEqual(self.complete(shell, "tournament", "withd"), ["withdraw"])
        self.assertEqual(self.complete(shell, "match", "--gam"), ["--games"])
        self.assertEqual(self.complete(shell, "tournament", "run", "cup.toml", "--dry"), ["--dry-run"])
        self.assertEqual(self.complete(shell, "perft", "--gam"), [])
        self.assertIn("prove", self.complete(shell, "match", "a", "b", "--adjudicate", "pr"))
        self.assertNotIn("manual", self.complete(shell, "ma"))

    def test_bash(self):
        self.check("bash")

    def test_zsh(self):
        self.check("zsh")

    def test_fish(self):
        self.check("fish")

    def test_bash_leaves_files_to_the_shell(self):
        self.assertEqual(self.complete("bash", "match", "ali"), [])

    def test_other_shells_are_refused(self):
        done = subprocess.run([PROGRAM, "completion", "tcsh"], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("fish", done.stderr)


class Manual(unittest.TestCase):
    def test_every_command_of_the_help_has_a_page_that_roff_accepts(self):
        with tempfile.TemporaryDirectory() as folder:
            output(PROGRAM, "manual", folder)
            pages = set(os.listdir(os.path.join(folder, "man/man1")))
            commands = [line.split()[0] for line in output(PROGRAM, "--help").splitlines()
                        if line.startswith("  ") and line[2].isalpha()]
            self.assertGreater(len(commands), 20)
            for command in commands:
                self.assertIn(f"ninefold-{command}.1", pages)
            self.assertIn("ninefold-tournament-run.1", pages)
            self.assertNotIn("ninefold-manual.1", pages)
            for shell, path in INSTALLED.items():
                with open(os.path.join(folder, path.removeprefix("/usr/share/")), encoding="utf-8") as file:
                    self.assertEqual(file.read(), output(PROGRAM, "completion", shell))
            if shutil.which("groff"):
                for page in sorted(pages):
                    path = os.path.join(folder, "man/man1", page)
                    done = subprocess.run(["groff", "-Kutf8", "-man", "-Tutf8", "-ww", path], capture_output=True, text=True,
                                          timeout=60)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), page)

    def test_a_folder_that_cannot_be_made_is_named(self):
        done = subprocess.run([PROGRAM, "manual", "/proc/nowhere"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn("/proc/nowhere", done.stderr)


if __name__ == "__main__":
    test_installed = sys.argv[1:] == ["installed"]
    unittest.main(argv=sys.argv[:1], defaultTest="Completion" if test_installed else None)

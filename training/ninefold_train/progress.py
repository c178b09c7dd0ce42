# SPDX-License-Identifier: MIT
"""One line of progress: a bar that redraws itself on a terminal, plain lines in a log."""
import sys
import time


class Progress:
    def __init__(self, what, total, done=0):
        self.what, self.total, self.first, self.start = what, total, done, time.time()

    def show(self, done, text=""):
        spent = time.time() - self.start
        share = min(1.0, done / self.total)
        fresh = max(done - self.first, 1e-9)
        left = spent * (self.total - done) / fresh if done < self.total else 0
        bar = "#" * int(24 * share)
        line = f"{self.what} [{bar:<24}] {100 * share:3.0f} % {spent:.0f} s, {left:.0f} s left  {text}"
        if sys.stdout.isatty():
            print("\r\033[K" + line, end="" if done < self.total else "\n", flush=True)
        else:
            print(line, flush=True)

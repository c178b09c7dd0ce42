# SPDX-License-Identifier: MIT
# Asks a Python what it has: finds modules without importing them and compiles files without running
# them. Works in Python 2.7 and every 3.
#
#   python -c "$(cat python.py)" MODULE... -- FILE...
import os, sys
sys.path = [p for p in sys.path if p]
try:
    from importlib.util import find_spec
except ImportError:
    from pkgutil import find_loader as find_spec
missing = []
at = sys.argv.index('--')
for module in sys.argv[1:at]:
    try:
        found = find_spec(module) is not None
    except Exception:
        found = False
    if not found:
        missing.append(module)
compiles = True
for path in sys.argv[at + 1:]:
    try:
        with open(path, 'rb') as stream:
            compile(stream.read(), path, 'exec', 0, True)
    except Exception:
        compiles = False
print(sys.version.split()[0])
print(sys.prefix)
print(getattr(sys, 'base_prefix', sys.prefix))
print(os.path.dirname(os.path.realpath(sys.executable)))
print(' '.join(missing))
print(compiles)

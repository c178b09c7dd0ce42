# SPDX-License-Identifier: MIT
"""Which Debian package holds a Python module that a bot imports and this machine lacks."""

import sys

# Where the package is not python3- and the module's name in small letters.
_OTHER_NAMES = {"PIL": "python3-pil", "attr": "python3-attr", "cv2": "python3-opencv", "PyQt5": "python3-pyqt5",
                "sklearn": "python3-sklearn", "tkinter": "python3-tk", "Tkinter": "python3-tk", "yaml": "python3-yaml"}
_SAME_NAMES = frozenset("""
    bitarray bitstring cachetools cffi click cloudpickle colorama dill easydict flask gmpy2 h5py joblib llvmlite
    matplotlib networkx numba numexpr numpy pandas psutil pygame requests rich scipy setproctitle simplejson
    sortedcontainers sympy termcolor torch tqdm xxhash""".split())


def package_of(module):
    """The package's name, or None where Debian 12 has none that we know of."""
    top = module.split(".")[0]
    return _OTHER_NAMES.get(top) or ("python3-" + top if top in _SAME_NAMES else None)


def advice(module):
    """' (Debian: python3-numpy)', or nothing; Debian 12 has no packages for Python 2."""
    package = package_of(module) if sys.version_info[0] == 3 else None
    return " (Debian: %s)" % package if package else ""

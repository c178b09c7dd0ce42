# SPDX-License-Identifier: MIT
# Finds Python and pybind11, and adds the module `ninefold` (python/) where they are there.
# Debian's Python is preferred to others on PATH: it is the one that has numpy, and the one that the
# package is for. -DPython_EXECUTABLE=… names another.

if(NINEFOLD_PYTHON STREQUAL OFF OR NINEFOLD_FUZZ)
    return()
endif()
if(NOT DEFINED Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)
endif()
set(required "")
if(NINEFOLD_PYTHON STREQUAL ON)
    set(required REQUIRED)
endif()
find_package(Python 3.9 QUIET ${required} COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 CONFIG QUIET ${required})
if(Python_FOUND AND pybind11_FOUND)
    add_subdirectory(python)
else()
    message(STATUS "Python module: left out; it needs pybind11-dev and python3-dev")
endif()

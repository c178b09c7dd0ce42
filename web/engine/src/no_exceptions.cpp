// SPDX-License-Identifier: MIT
// WASI's C++ library has no exceptions. The engine throws only where memory runs out: the module
// stops there, as it does where the library would print its last words. index.js gets a trap.
#include <cstdarg>
#include <cstddef>
#include <cstdio>

extern "C" {
void* __cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
int vfprintf(FILE*, const char*, va_list) { __builtin_trap(); }
}

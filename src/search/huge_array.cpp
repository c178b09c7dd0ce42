// SPDX-License-Identifier: MIT
#include "search/huge_array.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "search/memory_limit.h"

namespace ninefold::search {

namespace {

std::size_t memory() {
    static const std::size_t limit = memory_limit();
    return limit;
}

/// What all tables may take together: the program needs the rest, and so do others.
std::size_t memory_for_tables() { return memory() / 4 * 3; }

std::atomic<std::size_t> bytes_in_use{0};

/// Counts a table of this process; false where there is no room for it. Its pages are taken later,
/// in the middle of a game: too late to find out that the machine does not have them.
bool reserve(std::size_t bytes) {
    if (bytes_in_use.fetch_add(bytes) + bytes <= memory_for_tables()) return true;
    bytes_in_use.fetch_sub(bytes);
    return false;
}

std::string too_large(std::size_t bytes) {
    return "the engines' tables would take " + std::to_string((bytes_in_use + bytes) >> 20) +
           " MiB together, and this machine has " + std::to_string(memory_for_tables() >> 20) +
           " MiB for them: play fewer games at a time, or use smaller tables (engine:hash=64)";
}

void* allocate(std::size_t bytes) {
#ifdef __linux__
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    madvise(memory, bytes, MADV_HUGEPAGE);
    // A forked child finds it empty: starting a bot would else copy a table that is being written.
    madvise(memory, bytes, MADV_WIPEONFORK);
    return memory;
#else
    return std::calloc(bytes, 1);
#endif
}

void release(void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    munmap(memory, bytes);
#else
    std::free(memory);
#endif
}

}  // namespace

HugeMemory::HugeMemory(std::size_t bytes, std::size_t least) : bytes_(bytes) {
    while (bytes_ > memory() / 2 && bytes_ / 2 >= least) bytes_ /= 2;
    for (memory_ = allocate(bytes_); memory_ == nullptr; memory_ = allocate(bytes_)) {
        if (bytes_ / 2 < least) throw std::bad_alloc();
        bytes_ /= 2;
    }
    if (!reserve(bytes_)) {
        release(memory_, bytes_);
        throw std::runtime_error(too_large(bytes_));
    }
}

HugeMemory::~HugeMemory() {
    if (memory_ == nullptr) return;
    release(memory_, bytes_);
    bytes_in_use.fetch_sub(bytes_);
}

void HugeMemory::zero() {
#ifdef __linux__
    if (madvise(memory_, bytes_, MADV_DONTNEED) == 0) return;
#endif
    std::memset(memory_, 0, bytes_);
}

void HugeMemory::touch() {
    constexpr std::size_t kPage = 4096;
    // A write keeps the byte as it is, but is one.
    auto* bytes = static_cast<volatile unsigned char*>(memory_);
    for (std::size_t i = 0; i < bytes_; i += kPage) bytes[i] = bytes[i];
}

}  // namespace ninefold::search

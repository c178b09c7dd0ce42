// SPDX-License-Identifier: MIT
#include "search/huge_array.h"

#include <cstdlib>
#include <cstring>
#include <new>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ninefold::search {

namespace {

std::size_t memory_allowed() {
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0) {
        return static_cast<std::size_t>(pages) / 2 * static_cast<std::size_t>(size);
    }
#endif
    return std::size_t{1} << 30;
}

void* allocate(std::size_t bytes) {
#ifdef __linux__
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
#else
    return std::calloc(bytes, 1);
#endif
}

}  // namespace

HugeMemory::HugeMemory(std::size_t bytes, std::size_t least) : bytes_(bytes) {
    while (bytes_ > memory_allowed() && bytes_ / 2 >= least) bytes_ /= 2;
    for (memory_ = allocate(bytes_); memory_ == nullptr; memory_ = allocate(bytes_)) {
        if (bytes_ / 2 < least) throw std::bad_alloc();
        bytes_ /= 2;
    }
}

HugeMemory::~HugeMemory() {
    if (memory_ == nullptr) return;
#ifdef __linux__
    munmap(memory_, bytes_);
#else
    std::free(memory_);
#endif
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

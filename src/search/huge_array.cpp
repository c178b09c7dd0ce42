// SPDX-License-Identifier: MIT
#include "search/huge_array.h"

#include <algorithm>
#include <cstdlib>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace ninefold::search {

namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;

std::size_t memory_allowed() {
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0) {
        return static_cast<std::size_t>(pages) / 2 * static_cast<std::size_t>(size);
    }
#endif
    return std::size_t{1} << 30;
}

}  // namespace

void* allocate_huge(std::size_t& bytes, std::size_t least) {
    while (bytes > memory_allowed() && bytes / 2 >= least) bytes /= 2;
    while (true) {
        const std::size_t align = bytes >= kPage ? kPage : 64;
        void* memory = std::aligned_alloc(align, (bytes + align - 1) / align * align);
        if (memory != nullptr) {
#ifdef MADV_HUGEPAGE
            if (bytes >= kPage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
            return memory;
        }
        if (bytes / 2 < least) throw std::bad_alloc();
        bytes /= 2;
    }
}

void release_huge(void* memory) {
    std::free(memory);
}

}  // namespace ninefold::search

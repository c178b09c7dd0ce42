// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace ninefold::search {

/// Memory of at most `bytes`: a size beyond half of the machine's memory, or that cannot be
/// had, is halved until it fits (`bytes` then says how much it is). In huge pages where the system
/// has them: a table probe costs one cache miss instead of two.
void* allocate_huge(std::size_t& bytes, std::size_t least);
void release_huge(void* memory);

/// A default-constructed array in that memory, for trivially destructible types.
template <typename T>
class HugeArray {
public:
    /// At least one element, at most `size` of them.
    explicit HugeArray(std::size_t size) {
        std::size_t bytes = (size > 0 ? size : 1) * sizeof(T);
        memory_.reset(static_cast<T*>(allocate_huge(bytes, sizeof(T))));
        size_ = bytes / sizeof(T);
        std::uninitialized_default_construct_n(memory_.get(), size_);
    }

    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return memory_.get()[i]; }
    const T& operator[](std::size_t i) const { return memory_.get()[i]; }
    T* begin() { return memory_.get(); }
    T* end() { return memory_.get() + size_; }

private:
    struct Release {
        void operator()(T* memory) const { release_huge(memory); }
    };
    std::unique_ptr<T, Release> memory_;
    std::size_t size_ = 0;
};

}  // namespace ninefold::search

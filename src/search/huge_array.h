// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace ninefold::search {

/// A zeroed piece of memory for a table. A size beyond half of the memory that this process may use
/// (memory_limit.h), or that cannot be had, is halved until it fits; throws where all tables
/// together exceed three quarters of it.
/// Pages are taken when first touched, huge ones where the system has them: a table probe then
/// costs one cache miss instead of two. A forked child has it zeroed (on Linux).
class HugeMemory {
public:
    HugeMemory(std::size_t bytes, std::size_t least);
    ~HugeMemory();
    HugeMemory(HugeMemory&& o) noexcept
        : memory_(std::exchange(o.memory_, nullptr)), bytes_(std::exchange(o.bytes_, 0)) {}
    HugeMemory& operator=(HugeMemory&& o) noexcept {
        std::swap(memory_, o.memory_);
        std::swap(bytes_, o.bytes_);
        return *this;
    }

    void* data() const { return memory_; }
    std::size_t bytes() const { return bytes_; }
    /// Back to zero, giving the pages back.
    void zero();
    /// Takes the pages now: the system may need long for that, and not while a clock runs.
    void touch();

private:
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

/// An array in such memory, of a type for which all bits zero means empty.
template <typename T>
class HugeArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    explicit HugeArray(std::size_t size) : memory_((size > 0 ? size : 1) * sizeof(T), sizeof(T)) {}

    std::size_t size() const { return memory_.bytes() / sizeof(T); }
    T& operator[](std::size_t i) { return static_cast<T*>(memory_.data())[i]; }
    const T& operator[](std::size_t i) const { return static_cast<const T*>(memory_.data())[i]; }
    /// The element that a hash belongs to, by its upper bits.
    std::size_t index_of(std::uint64_t hash) const {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::size_t>((static_cast<Wide>(hash) * size()) >> 64);
    }
    void clear() { memory_.zero(); }
    void touch() { memory_.touch(); }

private:
    HugeMemory memory_;
};

}  // namespace ninefold::search

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ninefold::process {

/// Cuts what comes out of a pipe into lines, in memory of fixed size. The descriptor must not
/// block.
class LineReader {
public:
    explicit LineReader(std::size_t max_line);

    enum class Filled : std::uint8_t { kSome, kNothingYet, kEnd };
    /// Reads once. Precondition: next_line() has returned nothing and the line is not too long.
    Filled fill(int descriptor);

    /// The next whole line without its line end; valid until the next fill().
    std::optional<std::string_view> next_line();

    /// The beginning of a line whose end has not come yet.
    std::string_view unfinished() const { return {buffer_.data() + begin_, end_ - begin_}; }
    bool is_too_long() const { return end_ - begin_ > max_line_; }

    /// Since reset_counts().
    std::uint64_t bytes() const { return bytes_; }
    std::uint64_t lines() const { return lines_; }
    void reset_counts() { bytes_ = lines_ = 0; }

private:
    std::size_t max_line_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;     ///< of what has not been returned
    std::size_t searched_ = 0;  ///< no line end before this
    std::size_t end_ = 0;
    std::uint64_t bytes_ = 0, lines_ = 0;
};

}  // namespace ninefold::process

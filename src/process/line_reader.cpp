// SPDX-License-Identifier: MIT
#include "process/line_reader.h"

#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>

namespace ninefold::process {

LineReader::LineReader(std::size_t max_line) : max_line_(max_line), buffer_(2 * max_line + 2) {}

LineReader::Filled LineReader::fill(int descriptor) {
    assert(!is_too_long());
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        searched_ -= begin_;
        begin_ = 0;
    }
    for (;;) {
        const ssize_t size = ::read(descriptor, buffer_.data() + end_, buffer_.size() - end_);
        if (size > 0) {
            end_ += static_cast<std::size_t>(size);
            bytes_ += static_cast<std::uint64_t>(size);
            return Filled::kSome;
        }
        if (size == 0) return Filled::kEnd;
        if (errno == EINTR) continue;
        return errno == EAGAIN || errno == EWOULDBLOCK ? Filled::kNothingYet : Filled::kEnd;
    }
}

std::optional<std::string_view> LineReader::next_line() {
    const void* found = std::memchr(buffer_.data() + searched_, '\n', end_ - searched_);
    if (found == nullptr) {
        searched_ = end_;
        return std::nullopt;
    }
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
    std::string_view line(buffer_.data() + begin_, at - begin_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    begin_ = searched_ = at + 1;
    ++lines_;
    return line;
}

}  // namespace ninefold::process

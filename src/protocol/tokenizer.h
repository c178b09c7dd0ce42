// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "base/number.h"

namespace ninefold::protocol {

/// Walks the words of one line. Any run of spaces and tabs separates two words. Views the line and
/// must not outlive it.
class Tokenizer {
public:
    explicit Tokenizer(std::string_view line) : rest_(line) { skip_blanks(); }

    bool empty() const { return rest_.empty(); }

    /// The next word, which is empty at the end of the line.
    std::string_view next() {
        std::size_t end = 0;
        while (end < rest_.size() && !is_blank(rest_[end])) ++end;
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        skip_blanks();
        return word;
    }
    std::string_view peek() const { return Tokenizer(*this).next(); }

    /// What is left of the line, without blanks around it.
    std::string_view rest() const {
        std::string_view text = rest_;
        while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
        return text;
    }

private:
    static constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
    void skip_blanks() {
        while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    }

    std::string_view rest_;
};

using base::parse_number;

}  // namespace ninefold::protocol

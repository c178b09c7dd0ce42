// SPDX-License-Identifier: MIT
#include "sources/shell_words.h"

#include <algorithm>

#include "base/foreign_text.h"
#include "base/joined.h"
#include "base/try.h"

namespace ninefold::sources {

namespace {

constexpr std::string_view kBlanks = " \t\n";

/// Whether the `=` at `at` could be taken for the one of `x=BOT,o=BOT`.
bool looks_like_a_side(std::string_view word, std::size_t at) {
    if (word[at] != '=' || at < 2 || word[at - 2] != ',') return false;
    return word[at - 1] == 'x' || word[at - 1] == 'o';
}

}  // namespace

base::Result<CommandWord> first_word(std::string_view text) {
    CommandWord word;
    word.end = std::min(text.find_first_not_of(kBlanks), text.size());
    char quote = 0;
    for (std::size_t& i = word.end; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quote != '\'' && i + 1 < text.size()) word.text += text[++i];
        else if (quote != 0 && c == quote) quote = 0;
        else if (quote == 0 && (c == '\'' || c == '"')) quote = c;
        else if (quote == 0 && kBlanks.find(c) != std::string_view::npos) break;
        else word.text += c;
    }
    if (quote != 0) {
        return base::fail("{} lacks the closing {}", base::quoted(text, 80), quote);
    }
    return word;
}

base::Result<std::vector<std::string>> split_command(std::string_view text) {
    std::vector<std::string> words;
    while (text.find_first_not_of(kBlanks) != std::string_view::npos) {
        auto word = TRY(first_word(text));
        text.remove_prefix(word.end);
        words.push_back(std::move(word.text));
    }
    return words;
}

std::string escaped_word(std::string_view word) {
    if (word.empty()) return "''";
    std::string text;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const bool is_special =
            std::string_view(" \t\n'\"\\").find(word[i]) != std::string_view::npos;
        if (is_special || looks_like_a_side(word, i)) text += '\\';
        text += word[i];
    }
    return text;
}

std::string command_text(std::span<const std::string> words) {
    return base::joined(words, " ", escaped_word);
}

}  // namespace ninefold::sources

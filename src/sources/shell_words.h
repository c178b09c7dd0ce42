// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ninefold::sources {

/// The words of a command as a shell would see them: blanks separate, '…' and "…" hold together,
/// a backslash takes the next character as it is. Nothing is expanded.
base::Result<std::vector<std::string>> split_command(std::string_view text);

/// The first of these words, and where it ends in the text; empty at the end of the text.
struct CommandWord {
    std::string text;
    std::size_t end = 0;
};
base::Result<CommandWord> first_word(std::string_view text);

/// The text that split_command() reads as this word: `my\ bot`.
std::string escaped_word(std::string_view word);

/// The text that split_command() reads as these words.
std::string command_text(std::span<const std::string> words);

}  // namespace ninefold::sources

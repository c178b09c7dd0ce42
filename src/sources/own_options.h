// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "process/dialect.h"

namespace ninefold::sources {

/// A bot's name with UGI options of the organiser's in front of it:
/// `option.Hash=8 'option.Skill Level=3' ugi:./bot --fast`. The words are read as those of a
/// command are.
struct NameWithOptions {
    process::UgiOptions options;
    std::string_view name;  ///< the rest of the text, without blanks before it
};

/// The error says which option cannot be set and why: it has a line end, it stands there twice, or
/// the referee sets it.
base::Result<NameWithOptions> read_own_options(std::string_view text);

/// The same text again for one option, with the blank behind it.
std::string own_option_text(std::string_view name, std::string_view value);

/// `Hash=8,Style=calm`, for tables.
std::string short_text(const process::UgiOptions& options);

}  // namespace ninefold::sources

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/ruleset.h"

namespace ninefold::net {

/// A kind of file that holds weights for some rules, and how its files begin.
struct FileKind {
    std::string_view name;   ///< for messages: `network`
    std::string_view magic;  ///< the first eight bytes
    std::uint32_t version = 0;
    std::size_t least_bytes = 0;  ///< a file that is shorter has no whole header
};

/// What the files of all such kinds begin with: magic, version, checksum, size, rules
/// (docs/net.md).
struct FileHeader {
    static constexpr std::size_t kBytes = 22;

    rules::Rules rules;
    std::uint32_t checksum = 0;

    /// Reads and checks it. The error says what is wrong: not such a file, another version, cut off
    /// or too long, corrupted, unknown rules.
    static base::Result<FileHeader> parse(const FileKind& kind, std::span<const std::byte> file);
};

/// A file of that kind: header and body.
std::string with_header(const FileKind& kind, rules::Rules rules, std::string_view body);

}  // namespace ninefold::net

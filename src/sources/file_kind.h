// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "process/process_bot.h"

namespace ninefold::sources {

/// What a bot's file is, by its first bytes and its name.
enum class FileKind : std::uint8_t {
    kPython,      ///< by suffix, or by a first line `#!…python`
    kJavaScript,  ///< by suffix
    kJava,        ///< a jar or folder with class files, or a source file with PlayerInterface
    kProgram,     ///< ELF, or a first line `#!`
    kSource,      ///< of a language that must be compiled first
    kOther,
};

/// What can be known of a file without running it.
struct FileLook {
    FileKind kind = FileKind::kOther;
    std::string what;      ///< "an ELF program", "C++ source"
    std::string advice{};  ///< what to do instead, for kSource and kOther
    /// By the words that every bot of the protocol must contain; nothing where there are none.
    std::optional<process::Protocol> protocol{};
    /// It answers `place_move`, but nothing in it tells riddles.io from its predecessor.
    bool is_edition_open = false;
};

/// Precondition: the file or folder exists.
base::Result<FileLook> look_at(const std::filesystem::path& path);

/// Settles an open edition by other files of the same bot.
void settle_edition(FileLook& look, std::span<const std::filesystem::path> files);

}  // namespace ninefold::sources

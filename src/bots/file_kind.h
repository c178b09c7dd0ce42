// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "bots/process_bot.h"

namespace ninefold::bots {

/// What a bot's file is, by its first bytes and its name.
enum class FileKind : std::uint8_t {
    kPython,      ///< by suffix, or by a first line `#!…python`
    kJavaScript,  ///< by suffix
    kJava,        ///< a jar or folder with class files, or a source file with PlayerInterface
    kProgram,     ///< ELF, or a first line `#!`
    kSource,      ///< of a language that must be compiled first
    kOther,
};

/// What can be told of a file without running it.
struct FileLook {
    FileKind kind = FileKind::kOther;
    /// By the words that every bot of the protocol must contain; nothing where there are none.
    std::optional<Protocol> protocol;
    std::string what;    ///< "an ELF program", "C++ source"
    std::string advice;  ///< what to do instead, for kSource and kOther
};

/// Precondition: the file or folder exists.
base::Result<FileLook> look_at(const std::filesystem::path& path);

}  // namespace ninefold::bots

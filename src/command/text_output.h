// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace ninefold::command {

/// Closed in the end, unless it is standard output.
using OutputFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Opens a file to be written from its beginning; `-` is standard output. Throws a CommandError
/// that says why it cannot be.
OutputFile open_output(const std::string& path);

/// Whether write_text() could write there now: to be known before long work rather than after it.
/// Leaves no trace. Throws a CommandError that says why not.
void check_output(const std::string& path);

/// Writes a string to a file, or to standard output if the path is `-`. A file that is there stays
/// as it was until the new one is whole, unless it is a pipe or a device, or its folder takes no
/// new files. Throws a CommandError.
void write_text(const std::string& path, std::string_view text);

}  // namespace ninefold::command

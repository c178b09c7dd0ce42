// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace ninefold::base {
class AtomicFile;
}

namespace ninefold::command {

/// Closed in the end, unless it is standard output.
using OutputFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Opens a file to be written from its beginning; `-` is standard output. Throws a
/// base::ThrownError that says why it cannot be.
OutputFile open_output(const std::string& path);

/// Whether write_text() could write there now: to be known before long work rather than after it.
/// Leaves no trace. Throws a base::ThrownError that says why not.
void check_output(const std::string& path);

/// Writes a string to a file, or to standard output if the path is `-`. A file that is there stays
/// as it was until the new one is whole, unless it is a pipe or a device, or its folder takes no
/// new files. Throws a base::ThrownError.
void write_text(const std::string& path, std::string_view text);

/// write_text() for a text that is written in parts. Every function throws a base::ThrownError when
/// writing fails, or a std::system_error where nobody reads the pipe any more.
class OutputInParts {
public:
    explicit OutputInParts(std::string path);
    ~OutputInParts();
    OutputInParts(const OutputInParts&) = delete;
    OutputInParts& operator=(const OutputInParts&) = delete;

    void write(std::string_view part);
    /// The text is complete. Without this call a file that was there stays as it was.
    void finish();

private:
    void flush();

    std::string path_;
    OutputFile in_place_;  ///< this or the next
    std::unique_ptr<base::AtomicFile> beside_;
    std::string waiting_;
};

/// Writes a file that must not be there yet: an author's work may be in it. Throws a
/// base::ThrownError.
void write_new_file(const std::filesystem::path& path, std::string_view text, bool executable);

/// A folder for output, made with those above it where it is missing. Those that were made and hold
/// nothing in the end are removed again, so that a failed command leaves nothing behind.
class OutputFolder {
public:
    explicit OutputFolder(const std::filesystem::path& folder);
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    /// Why it could not be made.
    const std::error_code& error() const { return error_; }

private:
    std::vector<std::filesystem::path> made_;  ///< the deepest first
    std::error_code error_;
};

/// JSON as a line, or with an indent as lines; what is not UTF-8 in it is replaced.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace ninefold::command

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace ninefold::command {

/// A folder for output, made with those above it where it is missing. Those that were made and hold
/// nothing in the end are removed again, so that a failed command leaves nothing behind.
class OutputFolder {
public:
    explicit OutputFolder(const std::filesystem::path& folder) {
        std::error_code ignored;
        for (auto at = std::filesystem::absolute(folder).lexically_normal();
             !at.empty() && at != at.root_path() && !std::filesystem::exists(at, ignored);
             at = at.parent_path()) {
            made_.push_back(at);
        }
        std::filesystem::create_directories(folder, error_);
    }
    ~OutputFolder() {
        std::error_code ignored;
        for (const auto& folder : made_) std::filesystem::remove(folder, ignored);
    }
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    /// Why it could not be made.
    const std::error_code& error() const { return error_; }

private:
    std::vector<std::filesystem::path> made_;  ///< the deepest first
    std::error_code error_;
};

}  // namespace ninefold::command

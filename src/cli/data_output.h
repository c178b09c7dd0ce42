// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "rules/ruleset.h"
#include "training/sampler.h"

namespace ninefold::cli {

/// Whether the training data that a command is to write is there already, which it then says. What
/// is there is taken for it where rules and number of positions agree; else a CommandError is
/// thrown, so that nobody relies on it.
bool is_made_already(const std::filesystem::path& path, rules::Rules rules, std::size_t positions);

/// `NAME:  42 %` on standard error while it lives, where that is a terminal.
class ProgressLine {
public:
    ProgressLine(std::string name, std::size_t total) : name_(std::move(name)), total_(total) {}
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Empty where nobody would see it. Must not outlive this.
    training::OnProgress listener() const;

private:
    std::string name_;
    std::size_t total_;
};

}  // namespace ninefold::cli

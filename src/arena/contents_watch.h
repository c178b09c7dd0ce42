// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/events.h"
#include "process/bot_files.h"

namespace ninefold::arena {

/// Tells when bots' files change while games are played: a bot that is started again is then
/// another one than played before, which must be noted with the games. One event at a time.
class ContentsWatch final : public GameEndSink {
public:
    /// `on_change` gets how many games have ended since the watch was set.
    ContentsWatch(std::vector<std::filesystem::path> files, std::function<void(int)> on_change)
        : files_(std::move(files)),
          on_change_(std::move(on_change)),
          stamps_(process::file_stamps(files_)) {}

    void on_end(const GameEnded&) override {
        ++games_;
        const std::string before = std::exchange(stamps_, process::file_stamps(files_));
        if (stamps_ != before) on_change_(games_);
    }

private:
    std::vector<std::filesystem::path> files_;
    std::function<void(int)> on_change_;
    std::string stamps_;
    int games_ = 0;
};

}  // namespace ninefold::arena

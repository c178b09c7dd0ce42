// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "arena/events.h"
#include "process/file_stamps.h"

namespace ninefold::arena {

/// Tells when bots' files change while games are played: a bot that is started again is then
/// another one than played before, which must be noted with the games. One event at a time.
class ContentsWatch final : public EventSink {
public:
    /// `on_change` gets how many games have ended since the watch was set.
    ContentsWatch(std::vector<std::filesystem::path> files, std::function<void(int)> on_change)
        : stamps_(std::move(files)), on_change_(std::move(on_change)) {}

    void on_event(const Event& event) override {
        if (!std::holds_alternative<GameEnded>(event)) return;
        ++games_;
        if (stamps_.changed()) on_change_(games_);
    }
    bool wants_moves() const override { return false; }

private:
    process::FileStamps stamps_;
    std::function<void(int)> on_change_;
    int games_ = 0;
};

}  // namespace ninefold::arena

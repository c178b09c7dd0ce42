// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "pictures/text_style.h"
#include "record/game_record.h"
#include "tui/screen.h"

namespace ninefold::tui {

/// A finished game as a series of frames: frame 0 is the start, frame i the position after i moves.
/// Immutable.
class Replay {
public:
    explicit Replay(record::GameRecord game);

    int last() const { return static_cast<int>(game_.plies.size()); }
    /// "alice (X) v bob (O)  game 3.17, standard"
    std::string title(const pictures::TextStyle& style) const;
    /// One frame as lines of text.
    std::string frame(int index, const pictures::TextStyle& style) const;
    /// One frame for the full screen.
    ScreenState screen(int index) const;

private:
    std::string move_line(int index) const;
    std::string result(int index) const;

    record::GameRecord game_;
    std::vector<rules::AnyPosition> positions_;
};

/// Shows the game by itself at `speed` moves a second, or as the keys say. Returns the frame that
/// was shown last.
int replay_on_screen(const Replay& replay, double speed, std::stop_token stop);

}  // namespace ninefold::tui

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The rules a second time, written from their description with arrays and loops, so that the
/// tests can hold the fast ones to something. Shares no code with src/ and must not begin to.
namespace ninefold::reference {

/// A game in progress; a plain value. Marks and owners are 'x', 'o' or ' '.
class PlainGame {
public:
    /// `ruleset`: the name of one.
    PlainGame(const std::string& ruleset, bool majority_decides);

    /// Places the mover's mark. The move must be one of legal_moves().
    void play(int block, int cell);

    char side() const { return side_; }
    char mark(int block, int cell) const { return marks_[block][cell]; }
    char owner(int block) const { return owners_[block]; }
    bool is_closed(int block) const;
    /// The blocks the mover may play in, ascending; none when the game is over.
    std::vector<int> targets() const;
    /// 9 * block + cell, ascending.
    std::vector<int> legal_moves() const;

    bool is_over() const;
    /// "line", "majority" or "draw"; "" while the game runs.
    std::string ending() const;
    /// 'x', 'o', or ' ' for nobody.
    char winner() const;
    int blocks_of(char side) const;

private:
    bool has_line_in_block(int block, char side) const;
    bool has_line_of_blocks(char side) const;
    bool is_full(int block) const;

    std::string ruleset_;
    bool majority_decides_;
    char marks_[9][9];
    char owners_[9];
    char side_ = 'x';
    int last_cell_ = -1;
};

/// Number of move sequences of `depth` plies.
std::uint64_t plain_perft(const PlainGame& game, int depth);

}  // namespace ninefold::reference

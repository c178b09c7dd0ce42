// SPDX-License-Identifier: MIT
#include "reference/plain_rules.h"

namespace ninefold::reference {

namespace {

/// Whether `side` holds a row, a column or a diagonal of a 3x3 grid.
bool has_line(const char grid[9], char side) {
    for (int i = 0; i < 3; ++i) {
        if (grid[3 * i] == side && grid[3 * i + 1] == side && grid[3 * i + 2] == side) return true;
        if (grid[i] == side && grid[i + 3] == side && grid[i + 6] == side) return true;
    }
    if (grid[0] == side && grid[4] == side && grid[8] == side) return true;
    return grid[2] == side && grid[4] == side && grid[6] == side;
}

/// Where a mark in `cell` sends the opponent, were every block open.
std::vector<int> destinations(const std::string& ruleset, int cell) {
    if (ruleset != "correspondence") return {cell};
    switch (cell) {
        case 0: return {1, 3};
        case 1: return {0, 2};
        case 2: return {1, 5};
        case 3: return {0, 6};
        case 5: return {2, 8};
        case 6: return {3, 7};
        case 7: return {6, 8};
        case 8: return {5, 7};
        default: return {4};
    }
}

}  // namespace

PlainGame::PlainGame(const std::string& ruleset, bool majority_decides)
    : ruleset_(ruleset), majority_decides_(majority_decides) {
    for (int block = 0; block < 9; ++block) {
        owners_[block] = ' ';
        for (int cell = 0; cell < 9; ++cell) marks_[block][cell] = ' ';
    }
}

bool PlainGame::has_line_in_block(int block, char side) const {
    return has_line(marks_[block], side);
}

bool PlainGame::has_line_of_blocks(char side) const { return has_line(owners_, side); }

bool PlainGame::is_full(int block) const {
    for (int cell = 0; cell < 9; ++cell) {
        if (marks_[block][cell] == ' ') return false;
    }
    return true;
}

bool PlainGame::is_closed(int block) const {
    if (is_full(block)) return true;
    return ruleset_ != "open" && owners_[block] != ' ';
}

void PlainGame::play(int block, int cell) {
    marks_[block][cell] = side_;
    if (owners_[block] == ' ' && has_line_in_block(block, side_)) owners_[block] = side_;
    side_ = side_ == 'x' ? 'o' : 'x';
    last_cell_ = cell;
}

std::vector<int> PlainGame::targets() const {
    std::vector<int> found;
    if (has_line_of_blocks('x') || has_line_of_blocks('o')) return found;
    if (last_cell_ >= 0) {
        for (const int block : destinations(ruleset_, last_cell_)) {
            if (!is_closed(block)) found.push_back(block);
        }
    }
    if (!found.empty()) return found;
    for (int block = 0; block < 9; ++block) {
        if (!is_closed(block)) found.push_back(block);
    }
    return found;
}

std::vector<int> PlainGame::legal_moves() const {
    std::vector<int> moves;
    for (const int block : targets()) {
        for (int cell = 0; cell < 9; ++cell) {
            if (marks_[block][cell] == ' ') moves.push_back(9 * block + cell);
        }
    }
    return moves;
}

bool PlainGame::is_over() const { return legal_moves().empty(); }

int PlainGame::blocks_of(char side) const {
    int count = 0;
    for (int block = 0; block < 9; ++block) {
        if (owners_[block] == side) ++count;
    }
    return count;
}

std::string PlainGame::ending() const {
    if (!is_over()) return "";
    if (has_line_of_blocks('x') || has_line_of_blocks('o')) return "line";
    if (majority_decides_ && blocks_of('x') != blocks_of('o')) return "majority";
    return "draw";
}

char PlainGame::winner() const {
    if (ending() == "line") return has_line_of_blocks('x') ? 'x' : 'o';
    if (ending() == "majority") return blocks_of('x') > blocks_of('o') ? 'x' : 'o';
    return ' ';
}

std::uint64_t plain_perft(const PlainGame& game, int depth) {
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    for (const int move : game.legal_moves()) {
        PlainGame next = game;
        next.play(move / 9, move % 9);
        nodes += plain_perft(next, depth - 1);
    }
    return nodes;
}

}  // namespace ninefold::reference

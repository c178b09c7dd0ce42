// SPDX-License-Identifier: MIT
//
// A first bot for CodinGame's Ultimate Tic-Tac-Toe, in C++. It wins a block where it can, else
// stops the opponent from winning one, else takes the centre of a block, else plays at random.
// Change `score` first: it is the whole strategy.
//
//     g++ -std=c++17 -O2 -o codingame_bot codingame_bot.cpp
//
// Each turn the referee tells us the opponent's last move (-1 -1 before the first) and all the
// moves that we may make; we answer with one of them. Rows and columns are 0 to 8 on the whole
// board.
#include <iostream>
#include <random>
#include <vector>

struct Square {
    int row;
    int col;
};

enum Mark { kNone, kMine, kTheirs };

// The marks so far. The referee does not repeat them: we write down every move that we see.
Mark board[9][9] = {};

// Whether a mark there would make a line within its block.
bool makes_line(Square at, Mark mark) {
    const int top = at.row / 3 * 3;
    const int left = at.col / 3 * 3;
    const auto holds = [&](int row, int col) {
        return (top + row == at.row && left + col == at.col) ||
               board[top + row][left + col] == mark;
    };
    for (int i = 0; i < 3; ++i) {
        if ((holds(i, 0) && holds(i, 1) && holds(i, 2)) ||
            (holds(0, i) && holds(1, i) && holds(2, i))) {
            return true;
        }
    }
    return (holds(0, 0) && holds(1, 1) && holds(2, 2)) ||
           (holds(0, 2) && holds(1, 1) && holds(2, 0));
}

// How much we like a move. (Won blocks are never offered, so a line means a block.)
int score(Square at) {
    if (makes_line(at, kMine)) {
        return 3;
    }
    if (makes_line(at, kTheirs)) {
        return 2;
    }
    return at.row % 3 == 1 && at.col % 3 == 1 ? 1 : 0;
}

int main() {
    std::mt19937 random(std::random_device{}());
    Square opponent;
    while (std::cin >> opponent.row >> opponent.col) {
        if (opponent.row >= 0) {
            board[opponent.row][opponent.col] = kTheirs;
        }
        int count = 0;
        std::cin >> count;
        std::vector<Square> best;
        int best_score = -1;
        for (int i = 0; i < count; ++i) {
            Square at;
            std::cin >> at.row >> at.col;
            const int s = score(at);
            if (s > best_score) {
                best_score = s;
                best.clear();
            }
            if (s == best_score) {
                best.push_back(at);
            }
        }
        if (best.empty()) {
            break;  // the game is over
        }
        const Square move = best[random() % best.size()];
        board[move.row][move.col] = kMine;
        std::cout << move.row << ' ' << move.col << std::endl;  // endl sends it at once
    }
}

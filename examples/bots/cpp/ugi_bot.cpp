// SPDX-License-Identifier: MIT
//
// A first bot in C++ that speaks UGI, the protocol of docs/protocol.md, under all three rulesets.
// It wins a block where it can, else stops the opponent from winning one, else takes the centre of
// a block, else plays at random. Change `score` first: it is the whole strategy.
//
//     g++ -std=c++17 -O2 -o ugi_bot ugi_bot.cpp
//
// Blocks and cells are numbered 0 to 8, row by row. A move is two digits: block, then cell.
#include <array>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

struct Move {
    int block;
    int cell;
};

constexpr int kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                              {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

// Under `correspondence`, the blocks that each cell sends to (the centre sends to one only).
constexpr int kNeighbours[9][2] = {{1, 3}, {0, 2}, {1, 5}, {0, 6}, {4, 4},
                                   {2, 8}, {3, 7}, {6, 8}, {5, 7}};

using Nine = std::array<char, 9>;  // 'x', 'o' or '-' in each of nine places

bool has_line(const Nine& places, char side) {
    for (const auto& line : kLines) {
        if (places[line[0]] == side && places[line[1]] == side && places[line[2]] == side) {
            return true;
        }
    }
    return false;
}

struct Game {
    std::array<Nine, 9> blocks;
    Nine owners;         // who has won each block
    char side = 'x';     // who is to move
    int last_cell = -1;  // the cell that decides where the mover must play, or -1
    std::string ruleset = "standard";

    Game() {
        owners.fill('-');
        for (Nine& block : blocks) {
            block.fill('-');
        }
    }

    // Reads `BLOCKS SIDE TARGET RULESET`, for example `9/9/9/9/4x4/9/9/9/9 o 4 standard`.
    void read(std::istream& words) {
        std::string block_texts, target;
        words >> block_texts >> side >> target >> ruleset;
        ruleset = ruleset.substr(0, ruleset.find('+'));  // the tie-break does not change the moves
        last_cell = target == "-" ? -1 : target[0] - '0';
        int place = 0;  // 0 to 80
        for (char c : block_texts) {
            if (c >= '1' && c <= '9') {
                place += c - '0';  // that many empty cells
            } else if (c != '/' && place < 81) {
                blocks[place / 9][place % 9] = c;
                ++place;
            }
        }
        for (int block = 0; block < 9; ++block) {
            find_owner(block, 'x');
            find_owner(block, 'o');
        }
    }

    void find_owner(int block, char mark) {
        if (owners[block] == '-' && has_line(blocks[block], mark)) {
            owners[block] = mark;
        }
    }

    void play(Move move) {
        blocks[move.block][move.cell] = side;
        find_owner(move.block, side);
        last_cell = move.cell;
        side = side == 'x' ? 'o' : 'x';
    }

    bool is_open(int block) const {
        if (owners[block] != '-' && ruleset != "open") {
            return false;  // only under `open` do won blocks stay in play
        }
        for (char c : blocks[block]) {
            if (c == '-') {
                return true;
            }
        }
        return false;
    }

    bool is_target(int block) const {
        if (ruleset == "correspondence") {
            return block == kNeighbours[last_cell][0] || block == kNeighbours[last_cell][1];
        }
        return block == last_cell;
    }

    std::vector<Move> legal_moves() const {
        std::vector<Move> sent, free;
        for (int block = 0; block < 9; ++block) {
            for (int cell = 0; cell < 9 && is_open(block); ++cell) {
                if (blocks[block][cell] == '-') {
                    free.push_back({block, cell});
                    if (last_cell >= 0 && is_target(block)) {
                        sent.push_back({block, cell});
                    }
                }
            }
        }
        return sent.empty() ? free : sent;  // no open target: a free move
    }
};

bool wins_block(const Game& game, Move move, char side) {
    Nine block = game.blocks[move.block];
    block[move.cell] = side;
    return game.owners[move.block] == '-' && has_line(block, side);
}

// How much we like a move.
int score(const Game& game, Move move) {
    const char opponent = game.side == 'x' ? 'o' : 'x';
    if (wins_block(game, move, game.side)) {
        return 3;
    }
    if (wins_block(game, move, opponent)) {
        return 2;
    }
    return move.cell == 4 ? 1 : 0;
}

// One of the moves that we like best, as text.
std::string choose(const Game& game, std::mt19937_64& random) {
    std::vector<Move> best;
    int best_score = -1;
    for (Move move : game.legal_moves()) {
        const int s = score(game, move);
        if (s > best_score) {
            best_score = s;
            best.clear();
        }
        if (s == best_score) {
            best.push_back(move);
        }
    }
    if (best.empty()) {
        return "none";
    }
    const Move move = best[random() % best.size()];
    return std::to_string(move.block) + std::to_string(move.cell);
}

// The words after `position`: a position or `startpos`, then perhaps `moves` and moves.
Game read_game(std::istringstream& words, const std::string& rules) {
    Game game;
    const auto begin = words.tellg();
    std::string word;
    words >> word;
    if (word == "startpos") {
        game.ruleset = rules;
    } else {
        words.seekg(begin);
        game.read(words);
    }
    words >> word;  // `moves`
    while (words >> word) {
        game.play({word[0] - '0', word[1] - '0'});
    }
    return game;
}

int main() {
    std::mt19937_64 random(std::random_device{}());
    std::string rules = "standard";  // for `position startpos`
    Game game;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "ugi") {
            std::cout << "id name Example (C++)\n"
                      << "id author Ninefold\n"
                      << "option name Rules type combo default standard"
                         " var standard var open var correspondence\n"
                      << "option name Seed type spin default 0 min 0 max 9223372036854775807\n"
                      << "ugiok\n";
        } else if (command == "isready") {
            std::cout << "readyok\n";
        } else if (command == "setoption") {  // setoption name NAME value VALUE
            std::string skip, name, value;
            words >> skip >> name >> skip >> value;
            if (name == "Rules") {
                rules = value;
            } else if (name == "Seed") {
                random.seed(std::stoull(value));
            }
        } else if (command == "position") {
            game = read_game(words, rules);
        } else if (command == "go") {
            std::cout << "bestmove " << choose(game, random) << "\n";
        } else if (command == "quit") {
            break;
        }
        std::cout.flush();  // the referee waits for our answer: do not keep it in a buffer
    }
}

// SPDX-License-Identifier: MIT
#include "search/puzzle.h"

#include <fmt/ranges.h>

#include "base/enum_names.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "search/tactics.h"

namespace ninefold::search {

namespace {

constexpr int kLongest = 7;      ///< plies
constexpr int kFewestMoves = 4;  ///< to choose from: fewer are no puzzle
constexpr int kMostCells = 40;   ///< beyond that the solver takes long
constexpr std::uint64_t kSolverNodes = 300'000;

template <rules::Ruleset R>
bool forces(const rules::Position<R>& p, int plies);

/// Whether `attacker`, whose opponent moves, wins within `plies`.
template <rules::Ruleset R>
bool is_forced(const rules::Position<R>& p, rules::Side attacker, int plies) {
    if (p.is_over()) return p.outcome().winner == attacker;
    if (plies < 2) return false;
    for (const rules::Move reply : p.legal_moves()) {
        if (!forces(p.after(reply), plies - 1)) return false;
    }
    return true;
}

/// Whether the mover wins within `plies`, or has won already.
template <rules::Ruleset R>
bool forces(const rules::Position<R>& p, int plies) {
    const rules::Side side = p.side();
    if (p.is_over()) return p.outcome().winner == side;
    for (const rules::Move move : p.legal_moves()) {
        if (is_forced(p.after(move), side, 0)) return true;
    }
    if (plies < 3) return false;
    for (const rules::Move move : p.legal_moves()) {
        if (is_forced(p.after(move), side, plies - 1)) return true;
    }
    return false;
}

/// The move with which the mover wins within `plies`; nothing where there is none or more than one.
std::optional<rules::Move> only_winner(const rules::AnyPosition& position, int plies) {
    std::optional<rules::Move> found;
    for (const rules::Move move : position.legal_moves()) {
        const bool wins = position.after(move).visit(
            [&](const auto& p) { return is_forced(p, position.side(), plies - 1); });
        if (!wins) continue;
        if (found) return std::nullopt;
        found = move;
    }
    return found;
}

bool wins_block(const rules::AnyPosition& position, rules::Move move) {
    return position.visit([&](const auto& p) { return search::wins_block(p, move); });
}

std::vector<Theme> themes_of(const rules::AnyPosition& position, rules::Move solution) {
    const auto after = position.after(solution);
    std::vector<Theme> themes;
    if (wins_block(position, solution)) themes.push_back(Theme::kCapture);
    for (const rules::Move reply : after.legal_moves()) {
        if (!wins_block(after, reply)) continue;
        themes.push_back(Theme::kSacrifice);
        break;
    }
    if (!after.target_cell()) themes.push_back(Theme::kFreeMove);
    if (themes.empty()) themes.push_back(Theme::kQuiet);
    return themes;
}

}  // namespace

std::string_view name(Theme theme) {
    constexpr base::EnumNames<Theme, 4> kNames = {"capture", "sacrifice", "free-move", "quiet"};
    return kNames.of(theme);
}

std::string to_line(const Puzzle& puzzle) {
    std::vector<std::string_view> themes;
    for (const Theme theme : puzzle.themes) themes.push_back(name(theme));
    return fmt::format("{}; {}; {}; {}; {}", rules::to_text(puzzle.position),
                       rules::to_text(puzzle.solution), puzzle.plies, puzzle.difficulty,
                       fmt::join(themes, ","));
}

bool wins_within(const rules::AnyPosition& position, int plies) {
    return position.visit([&](const auto& p) { return forces(p, plies); });
}

PuzzleFinder::PuzzleFinder() : solver_(make_solver(16)), player_(make_search({.hash_mb = 2})) {}

bool PuzzleFinder::only_this_wins(const rules::AnyPosition& position, rules::Move solution) {
    for (const rules::Move move : position.legal_moves()) {
        if (move == solution) continue;
        const auto after = position.after(move);
        if (after.is_over()) {
            if (after.outcome().winner == position.side()) return false;
            continue;
        }
        // The opponent gets at least a draw.
        if (solver_->reaches(after, 0, {.nodes = kSolverNodes}) != true) return false;
    }
    return true;
}

/// The lowest level that finds the solution in two games of three.
int PuzzleFinder::difficulty(const Puzzle& puzzle) {
    for (int level = 1; level < SearchOptions::kFullLevel; ++level) {
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SearchOptions options = player_->options();
            options.level = level;
            options.seed = seed;
            player_->set_options(options);
            if (player_->think(puzzle.position, {}, {}, {}, {}).move == puzzle.solution) ++found;
        }
        if (found >= 2) return level;
    }
    return SearchOptions::kFullLevel;
}

std::optional<Puzzle> PuzzleFinder::look_at(const rules::AnyPosition& position) {
    if (position.is_over() || position.legal_moves().size() < kFewestMoves ||
        playable_cells(position) > kMostCells || wins_within(position, 1)) {
        return std::nullopt;
    }
    for (int plies = 3; plies <= kLongest; plies += 2) {
        if (!wins_within(position, plies)) continue;
        const auto solution = only_winner(position, plies);
        if (!solution || !only_this_wins(position, *solution)) return std::nullopt;
        Puzzle puzzle{position, *solution, plies, 0, themes_of(position, *solution)};
        puzzle.difficulty = difficulty(puzzle);
        return puzzle;
    }
    return std::nullopt;
}

}  // namespace ninefold::search

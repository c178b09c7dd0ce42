// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace ninefold::search {

/// Every number of the search that can be tuned, with its measured default. Values are in kLogit
/// units (256 a logit) unless said otherwise; depths are in plies.
struct Parameters {
    // Iterative deepening.
    int aspiration_depth = 5;  ///< from here on the window opens around the last value
    int aspiration_window = 24;

    int table_depth = 2;  ///< shallower nodes are cheaper to search than to look up

    // Pruning whole nodes by the static value.
    int reverse_futility_depth = 6;
    int reverse_futility_margin = 48;  ///< per ply of depth
    int reverse_futility_base = 27;
    int probcut_depth = 6;  ///< least depth that tries it
    int probcut_reduction = 4;
    int probcut_margin = 168;

    // Pruning moves.
    int futility_depth = 5;
    int futility_margin = 59;  ///< per ply of depth, plus the base
    int futility_base = 141;
    int late_move_depth = 4;
    int late_move_base = 2;  ///< quiet moves tried: base + depth^2

    // Reductions: (base + log(depth) * log(move number) * factor / 100) / 100 plies.
    int reduction_base = 41;
    int reduction_factor = 70;
    int reduction_history = 5982;      ///< history that is worth a ply
    int internal_reduction_depth = 4;  ///< with no table move from here on, one ply less

    // Extensions, down to twice the depth of the iteration.
    int singular_depth = 6;      ///< least depth that compares the table move with the others
    int singular_margin = 2;     ///< per ply of depth: so much better than all others is a ply more
    int singular_twice = 29;     ///< and so much more, two plies
    int extend_block_order = 1;  ///< a move that wins a block, of this order or more: a ply more

    // Move ordering.
    int order_wins_block = 9000;
    int order_stops_block = 3000;
    int order_gives_free = -9400;
    int order_sends_to_win = -5000;  ///< to a block the opponent can win at once
    int order_value_depth = 4;       ///< from here on the static value after the move counts too
    int order_value_weight = 12;
    int order_killer = 3348;
    int history_limit = 8192;

    // Correction of the static value by what searches found in similar positions.
    int correction_limit = 164;
    int correction_weight = 336;  ///< larger: slower

    bool operator==(const Parameters&) const = default;
};

/// A parameter by its name, for tuning.
struct NamedParameter {
    std::string_view name;
    int Parameters::*field;
};

inline constexpr NamedParameter kNamedParameters[] = {
    {"aspiration_depth", &Parameters::aspiration_depth},
    {"aspiration_window", &Parameters::aspiration_window},
    {"table_depth", &Parameters::table_depth},
    {"reverse_futility_depth", &Parameters::reverse_futility_depth},
    {"reverse_futility_margin", &Parameters::reverse_futility_margin},
    {"reverse_futility_base", &Parameters::reverse_futility_base},
    {"probcut_depth", &Parameters::probcut_depth},
    {"probcut_reduction", &Parameters::probcut_reduction},
    {"probcut_margin", &Parameters::probcut_margin},
    {"futility_depth", &Parameters::futility_depth},
    {"futility_margin", &Parameters::futility_margin},
    {"futility_base", &Parameters::futility_base},
    {"late_move_depth", &Parameters::late_move_depth},
    {"late_move_base", &Parameters::late_move_base},
    {"reduction_base", &Parameters::reduction_base},
    {"reduction_factor", &Parameters::reduction_factor},
    {"reduction_history", &Parameters::reduction_history},
    {"internal_reduction_depth", &Parameters::internal_reduction_depth},
    {"singular_depth", &Parameters::singular_depth},
    {"singular_margin", &Parameters::singular_margin},
    {"singular_twice", &Parameters::singular_twice},
    {"extend_block_order", &Parameters::extend_block_order},
    {"order_wins_block", &Parameters::order_wins_block},
    {"order_stops_block", &Parameters::order_stops_block},
    {"order_gives_free", &Parameters::order_gives_free},
    {"order_sends_to_win", &Parameters::order_sends_to_win},
    {"order_value_depth", &Parameters::order_value_depth},
    {"order_value_weight", &Parameters::order_value_weight},
    {"order_killer", &Parameters::order_killer},
    {"history_limit", &Parameters::history_limit},
    {"correction_limit", &Parameters::correction_limit},
    {"correction_weight", &Parameters::correction_weight},
};

}  // namespace ninefold::search

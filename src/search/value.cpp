// SPDX-License-Identifier: MIT
#include "search/value.h"

#include <algorithm>
#include <cmath>

namespace ninefold::search {

namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

}  // namespace

/// Fitted together with the weights.
WinModel hand_win_model(rules::Rules rules) {
    const bool majority = rules.tie_break == rules::TieBreak::kMajority;
    switch (rules.ruleset) {
        case rules::Ruleset::kStandard: return majority ? WinModel{155, 38} : WinModel{167, 224};
        case rules::Ruleset::kOpen: return {187, majority ? 35.0 : 70.0};
        case rules::Ruleset::kCorrespondence: break;
    }
    return majority ? WinModel{173, 52} : WinModel{149, 132};
}

/// By scripts/engine/fit_chances, from 1,200 to 4,600 games of 10,000 nodes a move each.
WinModel net_win_model(rules::Rules rules) {
    const bool majority = rules.tie_break == rules::TieBreak::kMajority;
    switch (rules.ruleset) {
        case rules::Ruleset::kStandard: return majority ? WinModel{94, 134} : WinModel{92, 192};
        case rules::Ruleset::kOpen: return majority ? WinModel{130, 29} : WinModel{192, 123};
        case rules::Ruleset::kCorrespondence: break;
    }
    return majority ? WinModel{106, 117} : WinModel{81, 226};
}

double expected_result(Value value) {
    if (is_proven(value)) return value > 0 ? 1.0 : -1.0;
    return std::tanh(value / (2.0 * kLogit));
}

double win_probability(Value value, const WinModel& model) {
    if (is_win(value)) return 1.0;
    if (is_loss(value)) return 0.0;
    const double win = sigmoid((value - model.draw) / model.scale);
    const double loss = sigmoid((-value - model.draw) / model.scale);
    return 0.5 * (1.0 + win - loss);
}

protocol::Score to_score(Value value, const WinModel& model) {
    if (is_win(value)) return protocol::Score::win_in(kWin - value);
    if (is_loss(value)) return protocol::Score::loss_in(kWin + value);
    return protocol::Score::expecting(win_probability(value, model));
}

std::array<int, 3> to_win_draw_loss(Value value, const WinModel& model) {
    if (is_win(value)) return {1000, 0, 0};
    if (is_loss(value)) return {0, 0, 1000};
    const int win =
        static_cast<int>(std::lround(1000 * sigmoid((value - model.draw) / model.scale)));
    const int loss =
        static_cast<int>(std::lround(1000 * sigmoid((-value - model.draw) / model.scale)));
    return {win, std::max(0, 1000 - win - loss), loss};
}

}  // namespace ninefold::search

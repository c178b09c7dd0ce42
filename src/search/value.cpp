// SPDX-License-Identifier: MIT
#include "search/value.h"

#include <algorithm>
#include <cmath>

namespace ninefold::search {

namespace {

struct FittedModels {
    rules::Rules rules;
    WinModel hand;  ///< fitted together with the weights
    WinModel net;   ///< by scripts/engine/fit_chances, from 1,200 to 4,600 games of 10,000 nodes
};

/// Rules without models of their own have those of `standard`, whose weights they use.
const FittedModels& models_for(rules::Rules rules) {
    using enum rules::Ruleset;
    using enum rules::TieBreak;
    static constexpr FittedModels kFitted[] = {
        {{kStandard, kDraw}, {167, 224}, {92, 192}},
        {{kStandard, kMajority}, {155, 38}, {94, 134}},
        {{kOpen, kDraw}, {187, 70}, {192, 123}},
        {{kOpen, kMajority}, {187, 35}, {130, 29}},
        {{kCorrespondence, kDraw}, {149, 132}, {81, 226}},
        {{kCorrespondence, kMajority}, {173, 52}, {106, 117}},
    };
    for (const FittedModels& models : kFitted) {
        if (models.rules == rules) return models;
    }
    return models_for({kStandard, rules.tie_break});
}

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

}  // namespace

WinModel hand_win_model(rules::Rules rules) { return models_for(rules).hand; }
WinModel net_win_model(rules::Rules rules) { return models_for(rules).net; }

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

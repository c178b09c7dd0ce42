// SPDX-License-Identifier: MIT
#include "search/hand_tables.h"

#include <cassert>

namespace ninefold::search {

namespace {

/// Built-in files can be read: hand_weights_test.cpp tests it.
HandTables builtin_tables(rules::Rules rules) {
    static const HandLayout layout;
    const auto weights = HandWeights::parse(builtin_hand_weights(rules), layout);
    return {*weights, layout};
}

}  // namespace

const HandTables& HandTables::of(rules::Rules rules) {
    // One for each choice of rules, made on first use; initialisation is thread-safe.
    static const HandTables standard = builtin_tables({});
    if (rules == rules::Rules{}) return standard;
    static const std::vector<HandTables> all = [] {
        std::vector<HandTables> tables;
        for (const rules::Ruleset ruleset : rules::kRulesets) {
            for (const rules::TieBreak tie_break : rules::kTieBreaks) {
                tables.push_back(builtin_tables({ruleset, tie_break}));
            }
        }
        return tables;
    }();
    return all[rules::kTieBreaks.size() * static_cast<unsigned>(rules.ruleset) +
               static_cast<unsigned>(rules.tie_break)];
}

HandTables::HandTables(const HandWeights& source, const HandLayout& layout) {
    assert(source.weights.size() == layout.size());
    const std::vector<std::int16_t>& weight = source.weights;
    const auto weight_of = [&](HandLayout::Ref ref) {
        return static_cast<std::int16_t>(
            ref.weight < 0 ? 0 : ref.sign * weight[static_cast<std::size_t>(ref.weight)]);
    };
    for (unsigned block = 0; block < 9; ++block) {
        entries_[block].resize(HandLayout::kCodes);
        targets_[block].resize(HandLayout::kCodes);
        for (unsigned code = 0; code < HandLayout::kCodes; ++code) {
            const HandLayout::Ref ref = layout.value(block, code);
            Entry& entry = entries_[block][code];
            entry.value = weight_of(ref);
            targets_[block][code] = weight_of(layout.target(block, code));
            if (ref.weight < 0) {
                // Its own mirror image: level, or dead.
                const bool dead = HandLayout::coarse(code) == HandLayout::Coarse::kDead;
                entry.kind = dead ? 0 : 12;
                continue;
            }
            const unsigned kind = source.classes[static_cast<std::size_t>(ref.weight)];
            entry.kind =
                static_cast<std::uint8_t>(ref.sign > 0 ? kind : HandLayout::mirror_class(kind));
        }
    }
    for (unsigned kind = 0; kind < lines_.size(); ++kind) {
        lines_[kind].resize(HandLayout::kTriples);
        for (unsigned t = 0; t < HandLayout::kTriples; ++t) {
            lines_[kind][t] = weight_of(layout.line(kind, t));
        }
    }
    for (std::size_t i = 0; i < critical_.size(); ++i) {
        critical_[i] = weight[layout.critical(false, false, 0) + i];
    }
    for (std::size_t i = 0; i < free_.size(); ++i) free_[i] = weight[layout.free_move(0) + i];
    tempo_ = weight[layout.tempo()];
}

}  // namespace ninefold::search

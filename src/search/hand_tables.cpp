// SPDX-License-Identifier: MIT
#include "search/hand_tables.h"

#include <cassert>

namespace ninefold::search {

const HandTables& HandTables::of(rules::Rules rules) {
    return rules::with_rules(rules, [](auto constant) -> const HandTables& {
        static const HandTables tables = [&] {
            const HandLayout layout;
            // Built-in files can be read: hand_weights_test.cpp tests it.
            return HandTables(*HandWeights::parse(builtin_hand_weights(constant()), layout),
                              layout);
        }();
        return tables;
    });
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

// SPDX-License-Identifier: MIT
#include "search/hand_layout.h"

#include <algorithm>

#include "rules/symmetry.h"

namespace ninefold::search {

namespace {

using net::patterns::cells_of;
using net::patterns::number;

unsigned image(rules::Symmetry symmetry, unsigned code) {
    const auto [x, o] = cells_of(code);
    return number(symmetry(rules::CellSet(x)).bits(), symmetry(rules::CellSet(o)).bits());
}

}  // namespace

unsigned HandLayout::swap_colours(unsigned code) {
    if (code >= kPatterns) return code == kOwnedX ? kOwnedO : kOwnedX;
    const auto [x, o] = cells_of(code);
    return number(o, x);
}

HandLayout::Coarse HandLayout::coarse(unsigned code) {
    if (code == kOwnedX) return Coarse::kOwnedX;
    if (code == kOwnedO) return Coarse::kOwnedO;
    const auto [x, o] = cells_of(code);
    if (rules::pattern::kHasLine[x]) return Coarse::kOwnedX;
    if (rules::pattern::kHasLine[o]) return Coarse::kOwnedO;
    if ((x | o) == rules::CellSet::kAllBits) return Coarse::kDead;
    const bool x_alive = rules::pattern::kLeavesLine[o], o_alive = rules::pattern::kLeavesLine[x];
    if (x_alive && o_alive) return Coarse::kBoth;
    return x_alive ? Coarse::kOnlyX : o_alive ? Coarse::kOnlyO : Coarse::kDead;
}

HandLayout::HandLayout() {
    fold_patterns();
    fold_lines();
    free_ = critical_ + 4 * kClasses;
    tempo_ = free_ + kFreeStates;
}

/// Gives the smallest image of each pattern a weight. Patterns with an owner share the owner's.
void HandLayout::fold_patterns() {
    constexpr std::array<unsigned, 3> kRepresentative = {0, 1, 4};
    constexpr std::array<unsigned, 9> kKind = {0, 1, 0, 1, 2, 1, 0, 1, 0};
    std::array<std::vector<int>, 3> value_weight, target_weight;
    for (auto* weights : {&value_weight, &target_weight}) {
        for (auto& kind : *weights) kind.assign(kCodes, -1);
    }
    // What a pattern is called in its own kind: owner code, or the least image under the
    // symmetries that keep the representative block in place.
    const auto canonical = [&](unsigned block, unsigned code) {
        const Coarse c = coarse(code);
        if (c == Coarse::kOwnedX) return kOwnedX;
        if (c == Coarse::kOwnedO) return kOwnedO;
        unsigned least = kCodes;
        for (unsigned s = 0; s < rules::Symmetry::kCount; ++s) {
            const rules::Symmetry symmetry(s);
            if (symmetry.apply_index(block) != kRepresentative[kKind[block]]) continue;
            least = std::min(least, image(symmetry, code));
        }
        return least;
    };
    int next_value = 0, next_target = 0;
    for (unsigned block = 0; block < 9; ++block) {
        value_[block].resize(kCodes);
        target_[block].resize(kCodes);
        const unsigned kind = kKind[block];
        for (unsigned code = 0; code < kCodes; ++code) {
            const unsigned own = canonical(block, code);
            const unsigned swapped = canonical(block, swap_colours(code));
            int& target = target_weight[kind][own];
            if (target < 0) target = next_target++;
            target_[block][code] = {target, 1};
            if (own == swapped) continue;
            int& value = value_weight[kind][std::min(own, swapped)];
            if (value < 0) value = next_value++;
            value_[block][code] = {value, static_cast<std::int8_t>(own < swapped ? 1 : -1)};
        }
    }
    value_weights_ = static_cast<unsigned>(next_value);
    for (auto& block : target_) {
        for (Ref& ref : block) ref.weight += next_value;
    }
    critical_ = static_cast<unsigned>(next_value + next_target);
}

/// A line read backwards is the same line; with colours swapped it is worth the opposite.
void HandLayout::fold_lines() {
    int next = static_cast<int>(critical_);
    for (auto& line : line_) {
        line.assign(kTriples, Ref{});
        for (unsigned t = 0; t < kTriples; ++t) {
            const unsigned a = t / (kClasses * kClasses), b = t / kClasses % kClasses,
                           c = t % kClasses;
            const unsigned ma = mirror_class(a), mb = mirror_class(b), mc = mirror_class(c);
            const unsigned own = std::min(triple(a, b, c), triple(c, b, a));
            const unsigned swapped = std::min(triple(ma, mb, mc), triple(mc, mb, ma));
            if (own == swapped) continue;
            const unsigned least = std::min(own, swapped);
            if (t == least) line[t] = {next++, 1};
            if (t != least)
                line[t] = {line[least].weight, static_cast<std::int8_t>(own < swapped ? 1 : -1)};
        }
    }
    critical_ = static_cast<unsigned>(next);
}

}  // namespace ninefold::search

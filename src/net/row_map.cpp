// SPDX-License-Identifier: MIT
#include "net/row_map.h"

#include <algorithm>
#include <bit>

namespace ninefold::net {

patterns::Cells patterns::cells_of(unsigned number) {
    Cells cells;
    for (unsigned bit = 1; bit < 512; bit *= 2, number /= 3) {
        if (number % 3 == 1) cells.own |= bit;
        if (number % 3 == 2) cells.opponent |= bit;
    }
    return cells;
}

namespace {

using patterns::Cells;
using patterns::cells_of;
using rules::pattern::kCompletes;
using rules::pattern::kHasLine;

Uses uses_of(unsigned macro_pattern) {
    const Cells cells = cells_of(macro_pattern);
    unsigned alive = 0, critical = 0;
    for (const unsigned line : rules::kLines) {
        if ((cells.opponent & line) != 0) continue;
        const unsigned open = line & ~cells.own;
        alive |= open;
        if (std::has_single_bit(open)) critical |= open;
    }
    return {static_cast<std::uint16_t>(alive), static_cast<std::uint16_t>(critical)};
}

std::vector<std::uint16_t> occurring_patterns(rules::Ruleset ruleset) {
    std::vector<std::uint16_t> order;
    for (int marks = 0; marks < 9; ++marks) {
        for (unsigned number = 0; number < patterns::kOwned; ++number) {
            const Cells cells = cells_of(number);
            if (kHasLine[cells.own] || kHasLine[cells.opponent]) continue;
            if (std::popcount(cells.own | cells.opponent) != marks) continue;
            order.push_back(static_cast<std::uint16_t>(number));
        }
    }
    for (unsigned number = patterns::kOwned; number < patterns::kCount; ++number) {
        const bool closed = number + 1 == patterns::kOpponentOwned ||
                            number + 1 == patterns::kFull || number == patterns::kFull;
        if (closed || rules::facts_of(ruleset).won_stays_open) {
            order.push_back(static_cast<std::uint16_t>(number));
        }
    }
    return order;
}

int open_lines(unsigned against) {
    return static_cast<int>(std::count_if(rules::kLines.begin(), rules::kLines.end(),
                                          [=](unsigned line) { return (against & line) == 0; }));
}

/// Appends facts one by one.
class Facts {
public:
    explicit Facts(std::size_t capacity) { facts_.reserve(capacity); }
    void set(unsigned bits) {
        for (int i = 0; i < 9; ++i) facts_.push_back(static_cast<std::int8_t>(bits >> i & 1u));
    }
    void number(int value) { facts_.push_back(static_cast<std::int8_t>(value)); }
    std::vector<std::int8_t> take() { return std::move(facts_); }

private:
    std::vector<std::int8_t> facts_;
};

void add_open_block(Facts& facts, const Cells& cells) {
    const unsigned empty = ~(cells.own | cells.opponent) & 0x1ffu;
    const unsigned wins = kCompletes[cells.own] & empty;
    const unsigned losses = kCompletes[cells.opponent] & empty;
    for (const unsigned set : {cells.own, cells.opponent, wins, losses, 0u}) facts.set(set);
    facts.number(wins != 0);
    facts.number(losses != 0);
    facts.number(std::popcount(wins) > 1);
    facts.number(std::popcount(losses) > 1);
    for (int i = 0; i < 3; ++i) facts.number(0);
    facts.number(open_lines(cells.opponent));
    facts.number(open_lines(cells.own));
}

void add_decided_block(Facts& facts, unsigned number) {
    const bool own = number < patterns::kOpponentOwned;
    const bool full = number == patterns::kFull;
    for (int i = 0; i < 4; ++i) facts.set(0);
    facts.set(full ? 0 : number - (own ? patterns::kOwned : patterns::kOpponentOwned));
    for (int i = 0; i < 4; ++i) facts.number(0);
    facts.number(own);
    facts.number(!own && !full);
    facts.number(full);
    for (int i = 0; i < 2; ++i) facts.number(0);
}

}  // namespace

RowMap::RowMap(rules::Ruleset ruleset)
    : order_(occurring_patterns(ruleset)), within_(patterns::kCount, 0), uses_(patterns::kOwned) {
    section_ = static_cast<std::uint32_t>(order_.size());
    undecided_ =
        static_cast<std::uint32_t>(std::count_if(order_.begin(), order_.end(), [](unsigned number) {
            return number < patterns::kOwned;
        }));
    macro_ = 19 * section_ + 20;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        within_[order_[i]] = static_cast<std::uint16_t>(i);
    }
    for (unsigned m = 0; m < patterns::kOwned; ++m) uses_[m] = uses_of(m);
}

std::vector<std::int8_t> pattern_facts(const RowMap& map) {
    Facts facts(map.pattern_order().size() * kPatternFacts);
    for (const unsigned number : map.pattern_order()) {
        if (number < patterns::kOwned) {
            add_open_block(facts, cells_of(number));
        } else {
            add_decided_block(facts, number);
        }
    }
    return facts.take();
}

std::vector<std::int8_t> macro_facts(const RowMap& map) {
    Facts facts(std::size_t{patterns::kOwned} * kMacroFacts);
    for (unsigned number = 0; number < patterns::kOwned; ++number) {
        const Cells cells = cells_of(number);
        const Uses uses = map.uses(number);
        for (const unsigned set :
             {cells.own, cells.opponent, unsigned{uses.alive}, unsigned{uses.critical}}) {
            facts.set(set);
        }
    }
    return facts.take();
}

}  // namespace ninefold::net

// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <variant>

#include "rules/position.h"

namespace ninefold::rules {

/// A position whose ruleset is known at run time only. Code that makes many moves takes
/// Position<R> and is entered once through visit(); the accessors here dispatch on every call and
/// are for referees, formats and commands.
class AnyPosition {
public:
    AnyPosition() : AnyPosition(StandardPosition()) {}
    template <Ruleset R>
    AnyPosition(const Position<R>& position) : position_(position) {}

    static AnyPosition start(Rules rules) {
        return with_ruleset(rules.ruleset, [&](auto ruleset) {
            return AnyPosition(Position<ruleset()>(rules.tie_break));
        });
    }
    /// Precondition: the parts are consistent.
    static AnyPosition from_parts(const Parts& parts, Rules rules) {
        return with_ruleset(rules.ruleset, [&](auto ruleset) {
            return AnyPosition(Position<ruleset()>::from_parts(parts, rules.tie_break));
        });
    }

    /// Calls `f` with the Position<R> inside.
    template <typename F>
    decltype(auto) visit(F&& f) const {
        return std::visit(std::forward<F>(f), position_);
    }

    Rules rules() const {
        return visit([](const auto& p) { return p.rules(); });
    }
    Side side() const {
        return visit([](const auto& p) { return p.side(); });
    }
    BoardSet marks(Side side) const {
        return visit([=](const auto& p) { return p.marks(side); });
    }
    BlockSet won(Side side) const {
        return visit([=](const auto& p) { return p.won(side); });
    }
    BlockSet closed() const {
        return visit([](const auto& p) { return p.closed(); });
    }
    BlockSet targets() const {
        return visit([](const auto& p) { return p.targets(); });
    }
    std::optional<Cell> target_cell() const {
        return visit([](const auto& p) { return p.target_cell(); });
    }
    int ply() const {
        return visit([](const auto& p) { return p.ply(); });
    }
    BoardSet legal_moves() const {
        return visit([](const auto& p) { return p.legal_moves(); });
    }
    bool is_legal(Move move) const { return legal_moves().contains(move); }
    bool is_over() const { return targets().empty(); }
    Outcome outcome() const {
        return visit([](const auto& p) { return p.outcome(); });
    }
    std::uint64_t hash() const {
        return visit([](const auto& p) { return p.hash(); });
    }

    /// Precondition: the move is legal.
    AnyPosition after(Move move) const {
        return visit([=](const auto& p) { return AnyPosition(p.after(move)); });
    }

    bool operator==(const AnyPosition&) const = default;

private:
    EachRuleset<std::variant, Position> position_;
};

}  // namespace ninefold::rules

// SPDX-License-Identifier: MIT
#include "record/game_record.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/foreign_text.h"
#include "base/try.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::record {

namespace {

using base::fail;
using rules::Ending;

std::string winner_text(std::optional<rules::Side> winner) {
    return winner ? std::string(1, rules::to_capital(*winner)) : "nobody";
}

/// The verdict must not contradict the board.
base::Result<void> check_verdict(const GameRecord& record, const rules::AnyPosition& last) {
    if (!record.ending) {
        if (record.winner) return fail("a winner without an ending");
        return {};
    }
    const bool from_board = *record.ending <= Ending::kDraw;
    if (last.is_over()) {
        const rules::Outcome outcome = last.outcome();
        // A side may still have forfeited on its last move; the board decides only its own endings.
        if (from_board && (outcome.ending != *record.ending || outcome.winner != record.winner)) {
            return fail("the ending says '{}' with winner {}, the board says '{}' with winner {}",
                        rules::name(*record.ending), winner_text(record.winner),
                        rules::name(outcome.ending), winner_text(outcome.winner));
        }
    } else if (from_board) {
        return fail("the ending says '{}', but after {} moves the game is not over",
                    rules::name(*record.ending), record.plies.size());
    }
    const bool decisive = rules::is_forfeit(*record.ending) || *record.ending == Ending::kResigned;
    const bool neither_started = *record.ending == Ending::kStartFailed;
    if (decisive && !record.winner && !neither_started) {
        return fail("the ending '{}' needs a winner", rules::name(*record.ending));
    }
    if (*record.ending == Ending::kVoid && record.winner) return fail("a void game has no winner");
    return {};
}

/// The names of the readable form's own tags.
constexpr std::array<std::string_view, 14> kOwnTags = {"Game",     "Event",    "Date",
                                                       "X",        "O",        "Rules",
                                                       "TieBreak", "Position", "TimeControl",
                                                       "Seed",     "Opening",  "Ending",
                                                       "Result",   "Detail"};

/// Other tags must survive both forms: one word each, given once, and not one of our own.
base::Result<void> check_tags(const GameRecord& record) {
    std::set<std::string_view> seen;
    for (const auto& [name, value] : record.tags) {
        const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
            return static_cast<unsigned char>(c) > ' ' && c != '"' && c != ']' && c != 0x7f;
        });
        if (!plain) return fail("{} is not the name of a tag; it is one word", base::quoted(name));
        if (std::find(kOwnTags.begin(), kOwnTags.end(), name) != kOwnTags.end()) {
            return fail("the tag {} has a place of its own", base::quoted(name));
        }
        if (!seen.insert(name).second) return fail("the tag {} is given twice", base::quoted(name));
    }
    return {};
}

}  // namespace

std::string seconds_text(Duration duration) {
    const bool negative = duration.count() < 0;
    const auto count = static_cast<std::uint64_t>(negative ? -duration.count() : duration.count());
    std::string text = fmt::format("{}{}.{:09}", negative ? "-" : "", count / 1'000'000'000,
                                   count % 1'000'000'000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string_view result_text(const GameFacts& game) {
    if (!game.counts()) return "*";
    if (!game.winner) return rules::is_forfeit(*game.ending) ? "0-0" : "1/2-1/2";
    return *game.winner == rules::Side::kX ? "1-0" : "0-1";
}

std::vector<rules::Move> GameRecord::moves() const {
    std::vector<rules::Move> list;
    list.reserve(plies.size());
    for (const Ply& ply : plies) list.push_back(ply.move);
    return list;
}

base::Result<rules::AnyPosition> check(const GameRecord& record) {
    rules::AnyPosition position = record.start;
    int number = 0;
    for (const Ply& ply : record.plies) {
        ++number;
        if (const std::string why = rules::why_illegal(position, ply.move); !why.empty()) {
            return fail("move {} ({}) is illegal: {}", number, rules::to_text(ply.move), why);
        }
        position = position.after(ply.move);
    }
    if (record.opening < 0 || record.opening > number) {
        return fail("an opening of {} plies in a game of {}", record.opening, number);
    }
    TRY(check_tags(record));
    TRY(check_verdict(record, position));
    return position;
}

rules::AnyPosition last_position(const GameRecord& game) {
    rules::AnyPosition position = game.start;
    for (const Ply& ply : game.plies) position = position.after(ply.move);
    return position;
}

}  // namespace ninefold::record

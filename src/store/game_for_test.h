// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX's

#include "base/rng.h"
#include "record/game_record.h"

namespace ninefold::store {

/// A random game that uses every field of a record, some of them not always. The same seed gives
/// the same game.
inline record::GameRecord game_for_test(std::uint64_t seed) {
    base::Rng rng(seed);
    const auto chance = [&](std::uint32_t of) { return rng.below(of) == 0; };
    record::GameRecord game;
    const rules::Rules rules{rules::kRulesets[rng.below(3)], rules::kTieBreaks[rng.below(2)]};
    rules::AnyPosition position = rules::AnyPosition::start(rules);
    const auto move_on = [&] {
        const rules::BoardSet legal = position.legal_moves();
        const rules::Move move = legal.nth(rng.below(static_cast<std::uint32_t>(legal.size())));
        position = position.after(move);
        return move;
    };
    for (std::uint32_t given = chance(2) ? rng.below(9) : 0; given > 0; --given) move_on();
    game.start = position;
    const bool noted = chance(2);
    const bool forfeit = chance(3);
    while (!position.is_over() && !(forfeit && chance(20))) {
        record::Ply ply{.move = move_on()};
        if (noted && !chance(4)) {
            ply.spent = record::Duration(static_cast<std::int64_t>(rng() >> (1 + rng.below(62))));
        }
        if (noted && chance(2)) ply.clock = record::Duration(-5 + static_cast<int>(rng.below(10)));
        if (noted && chance(2)) ply.eval = rng.unit();
        if (noted && chance(3)) ply.depth = static_cast<int>(rng.below(90)) - 1;
        if (noted && chance(9)) ply.note = "why? \"so\"\n{ä}";
        if (noted && chance(9)) ply.meta = R"({"nodes":12,"pv":["44"]})";
        game.plies.push_back(std::move(ply));
    }
    if (position.is_over()) {
        game.ending = position.outcome().ending;
        game.winner = position.outcome().winner;
    } else if (chance(9)) {
        game.ending = rules::Ending::kVoid;
    } else {
        game.ending = static_cast<rules::Ending>(3 + rng.below(9));
        game.winner = chance(2) ? rules::Side::kX : rules::Side::kO;
        game.detail = "O took 10.2 s, limit 10 s";
    }
    if (chance(3)) game.id = std::string("own id ") + std::to_string(seed);
    if (chance(2)) game.event = "an evening";
    game.date = "2026-11-" + std::to_string(10 + rng.below(20)) + "T05:00:00Z";
    game.x = chance(2) ? "alice" : "Bob_100%";
    game.o = chance(2) ? "carol" : std::string("d\0ve", 4);
    if (chance(2)) game.time_control = "tc=60+0.5";
    game.seed = rng();
    if (!game.plies.empty()) {
        game.opening = static_cast<int>(rng.below(static_cast<std::uint32_t>(game.plies.size())));
    }
    if (chance(4)) game.tags = {{"Round", "3"}, {"Hall", "\xff \"B\""}, {"Remark", ""}};
    if (chance(4)) game.log = "Traceback:\n  line 3\n";
    return game;
}

/// A folder that is there while the object is.
class FolderForTest {
public:
    FolderForTest() {
        std::string name = (std::filesystem::temp_directory_path() / "ninefold-XXXXXX").native();
        if (mkdtemp(name.data()) == nullptr)
            throw std::system_error(errno, std::generic_category());
        path_ = name;
    }
    ~FolderForTest() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    FolderForTest(const FolderForTest&) = delete;
    FolderForTest& operator=(const FolderForTest&) = delete;

    std::filesystem::path operator/(const char* name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace ninefold::store

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/atomic_file.h"
#include "base/result.h"
#include "rules/any_position.h"

namespace ninefold::net {

/// A position with what a search found of it, as the trainer's data files hold it (docs/net.md,
/// "Data files"). Everything is in the mover's view.
struct SearchedPosition {
    static constexpr std::size_t kBytes = 34;  ///< in a file
    static constexpr int kValueScale = 32000;
    static constexpr std::uint8_t kFree = 9;

    std::array<std::uint32_t, 3> own{}, opponents{};  ///< three blocks of nine bits a word
    std::uint32_t won = 0;                            ///< owned blocks, opponent's << 9
    std::uint8_t target = kFree;
    std::uint8_t ply = 0;
    std::int16_t value = 0;  ///< -1..1, times kValueScale
    std::int8_t result = 0;  ///< of the game
    std::uint8_t kind = 0;   ///< 0: of a game, whose result counts; else the value alone counts

    static constexpr std::uint8_t kSampled = 3;  ///< kind: evaluated by a search of the engine

    /// -1..1.
    void set_value(double one) {
        value = static_cast<std::int16_t>(std::lround(one * kValueScale));
    }

    /// The position alone: no value, no result, kind 0.
    static SearchedPosition of(const rules::AnyPosition& position);
    /// The position, unchecked: a file may hold what no game can reach.
    rules::AnyPosition position(rules::Rules rules) const;
};

/// A data file of the trainer.
struct DataFile {
    rules::Rules rules;
    std::vector<SearchedPosition> positions;

    static base::Result<DataFile> load(const std::filesystem::path& path);
    /// Of a file with that number of positions.
    static std::uintmax_t bytes(std::uintmax_t positions);
    /// Whole or not at all.
    base::Result<void> save(const std::filesystem::path& path) const;
    /// At its place, with room for bytes() of it.
    base::Result<void> save(base::AtomicFile& file) const;
};

}  // namespace ninefold::net

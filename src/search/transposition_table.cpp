// SPDX-License-Identifier: MIT
#include "search/transposition_table.h"

#include <algorithm>

namespace ninefold::search {

namespace {

constexpr std::uint64_t kDepthShift = 9, kGenerationShift = 16, kValueShift = 32, kEvalShift = 48;

/// Proven values count plies from the root; in the table from the position, so that they hold at
/// any ply. This leads from the one to the other, with -ply back.
Value counted_from(Value value, int ply) {
    return is_win(value) ? value + ply : is_loss(value) ? value - ply : value;
}

std::uint64_t sixteen(Value value) {
    return static_cast<std::uint16_t>(static_cast<std::int16_t>(value));
}

Value signed_sixteen(std::uint64_t bits) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(bits));
}

int depth_of(std::uint64_t data) { return static_cast<int>(data >> kDepthShift & 127); }

}  // namespace

bool TranspositionTable::probe(std::uint64_t hash, int ply, TableEntry& entry) const {
    for (const Slot& slot : clusters_[clusters_.index_of(hash)].slots) {
        const std::uint64_t data = slot.load_data();
        if ((slot.load_check() ^ data) != hash || data == 0) continue;
        entry.move = rules::Move(static_cast<unsigned>(data & 127));
        entry.bound = static_cast<Bound>(data >> 7 & 3);
        entry.depth = depth_of(data);
        entry.value = counted_from(signed_sixteen(data >> kValueShift), -ply);
        entry.eval = signed_sixteen(data >> kEvalShift);
        return true;
    }
    return false;
}

void TranspositionTable::store(std::uint64_t hash, int ply, const TableEntry& entry) {
    Slot* victim = nullptr;
    int least = 1 << 20;
    std::uint64_t move = entry.move.value();
    for (Slot& slot : clusters_[clusters_.index_of(hash)].slots) {
        const std::uint64_t data = slot.load_data();
        if ((slot.load_check() ^ data) == hash) {
            if (!entry.has_move()) move = data & 127;
            victim = &slot;
            break;
        }
        const int age = static_cast<int>((generation_ - (data >> kGenerationShift)) & 63);
        const int worth = data == 0 ? -1000 : depth_of(data) - 4 * age;
        if (worth < least) {
            least = worth;
            victim = &slot;
        }
    }
    const std::uint64_t data =
        move | static_cast<std::uint64_t>(entry.bound) << 7 |
        static_cast<std::uint64_t>(std::clamp(entry.depth, 0, 127)) << kDepthShift |
        std::uint64_t{generation_} << kGenerationShift |
        sixteen(counted_from(entry.value, ply)) << kValueShift | sixteen(entry.eval) << kEvalShift;
    victim->store(hash ^ data, data);
}

int TranspositionTable::fullness() const {
    int used = 0;
    const std::size_t sample = std::min<std::size_t>(clusters_.size(), 250);
    for (std::size_t i = 0; i < sample; ++i) {
        for (const Slot& slot : clusters_[i].slots) {
            const std::uint64_t data = slot.load_data();
            used += data != 0 && (data >> kGenerationShift & 63) == generation_ ? 1 : 0;
        }
    }
    return static_cast<int>(used * 1000 / static_cast<int>(sample * kWays));
}

}  // namespace ninefold::search

// SPDX-License-Identifier: MIT
#include "net/data_file.h"

#include <cstddef>
#include <cstring>
#include <iterator>
#include <span>
#include <string_view>

#include "base/file_contents.h"
#include "base/try.h"
#include "net/crc32.h"

namespace ninefold::net {

namespace {

constexpr std::string_view kDataMagic = "NFDATA01";
constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 30;

/// As it stands in the file, little endian.
struct Header {
    std::array<char, kDataMagic.size()> magic{};
    std::uint8_t ruleset = 0, tie_break = 0, zeros[6]{};
    std::uint64_t count = 0;
    std::uint32_t checksum = 0, zero = 0;
};
static_assert(sizeof(Header) == 32);
static_assert(offsetof(SearchedPosition, kind) + 1 == SearchedPosition::kBytes);

rules::BoardSet marks(const std::array<std::uint32_t, 3>& words) {
    rules::BoardSet set;
    for (unsigned b = 0; b < 9; ++b) {
        set.set_block(rules::Block{static_cast<std::uint8_t>(b)},
                      rules::CellSet(words[b / 3] >> 9 * (b % 3) & 511));
    }
    return set;
}

std::array<std::uint32_t, 3> words(const rules::BoardSet& set) {
    std::array<std::uint32_t, 3> out{};
    for (std::uint8_t b = 0; b < 9; ++b) {
        out[b / 3] |= static_cast<std::uint32_t>(set.block(rules::Block{b}).bits()) << 9 * (b % 3);
    }
    return out;
}

}  // namespace

SearchedPosition SearchedPosition::of(const rules::AnyPosition& position) {
    const rules::Side mover = position.side();
    SearchedPosition one;
    one.own = words(position.marks(mover));
    one.opponents = words(position.marks(other(mover)));
    one.won = static_cast<std::uint32_t>(position.won(mover).bits() |
                                         position.won(other(mover)).bits() << 9);
    if (const auto cell = position.target_cell()) one.target = cell->index;
    one.ply = static_cast<std::uint8_t>(position.ply());
    return one;
}

rules::AnyPosition SearchedPosition::position(rules::Rules rules) const {
    const bool x_moves = ply % 2 == 0;
    rules::Parts parts;
    (x_moves ? parts.x : parts.o) = marks(own);
    (x_moves ? parts.o : parts.x) = marks(opponents);
    (x_moves ? parts.x_won : parts.o_won) = rules::BlockSet(won & 511);
    (x_moves ? parts.o_won : parts.x_won) = rules::BlockSet(won >> 9 & 511);
    parts.side = x_moves ? rules::Side::kX : rules::Side::kO;
    if (target < kFree) parts.target = rules::Cell{target};
    return rules::AnyPosition::from_parts(parts, rules);
}

base::Result<DataFile> DataFile::load(const std::filesystem::path& path) {
    const std::string bytes = TRY(base::read_file(path, kMostBytes));
    Header header;
    if (bytes.size() < sizeof header ||
        std::string_view(bytes.data(), kDataMagic.size()) != kDataMagic) {
        return base::fail("{}: not a data file of the trainer (it does not begin with {})",
                          path.string(), kDataMagic);
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    const auto body = std::as_bytes(std::span(bytes).subspan(sizeof header));
    if (header.ruleset >= std::size(rules::kRulesets) ||
        header.tie_break >= std::size(rules::kTieBreaks)) {
        return base::fail("{}: for rules that are unknown (ruleset {}, tie-break {})",
                          path.string(), header.ruleset, header.tie_break);
    }
    if (body.size() % SearchedPosition::kBytes != 0 ||
        body.size() / SearchedPosition::kBytes != header.count) {
        return base::fail("{}: {} positions announced, {} bytes follow; each takes {}",
                          path.string(), header.count, body.size(), SearchedPosition::kBytes);
    }
    if (crc32(body) != header.checksum) {
        return base::fail("{}: the checksum is wrong; the file is corrupted", path.string());
    }
    DataFile file{{rules::kRulesets[header.ruleset], rules::kTieBreaks[header.tie_break]}, {}};
    file.positions.resize(header.count);
    for (std::size_t i = 0; i < file.positions.size(); ++i) {
        std::memcpy(static_cast<void*>(&file.positions[i]),
                    body.data() + i * SearchedPosition::kBytes, SearchedPosition::kBytes);
    }
    return file;
}

std::uintmax_t DataFile::bytes(std::uintmax_t positions) {
    return sizeof(Header) + positions * SearchedPosition::kBytes;
}

base::Result<void> DataFile::save(const std::filesystem::path& path) const {
    base::AtomicFile file(path);
    return save(file);
}

base::Result<void> DataFile::save(base::AtomicFile& file) const {
    std::vector<std::byte> body(positions.size() * SearchedPosition::kBytes);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        std::memcpy(body.data() + i * SearchedPosition::kBytes, &positions[i],
                    SearchedPosition::kBytes);
    }
    Header header;
    kDataMagic.copy(header.magic.data(), kDataMagic.size());
    header.ruleset = static_cast<std::uint8_t>(rules.ruleset);
    header.tie_break = static_cast<std::uint8_t>(rules.tie_break);
    header.count = positions.size();
    header.checksum = crc32(body);
    file.write({reinterpret_cast<const char*>(&header), sizeof header});
    file.write({reinterpret_cast<const char*>(body.data()), body.size()});
    file.move_to_its_place();
    return file.result();
}

}  // namespace ninefold::net

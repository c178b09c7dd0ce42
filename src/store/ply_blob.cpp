// SPDX-License-Identifier: MIT
#include "store/ply_blob.h"

#include <bit>
#include <cstdint>

namespace ninefold::store {

namespace {

using base::fail;
using record::Duration;
using record::GameRecord;
using record::Ply;

void put_number(std::string& out, std::uint64_t value) {
    while (value >= 0x80) {
        out += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    out += static_cast<char>(value);
}

void put_signed(std::string& out, std::int64_t value) {
    put_number(out,
               (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

void put_text(std::string& out, std::string_view text) {
    put_number(out, text.size());
    out += text;
}

void put_double(std::string& out, double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(bits >> shift);
}

/// One section: which plies have the value, then those values.
template <typename Has, typename Put>
void put_section(std::string& out, char letter, const GameRecord& game, Has has, Put put) {
    const std::size_t begin = out.size();
    bool any = false;
    out += letter;
    out.append((game.plies.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
        if (!has(game.plies[i])) continue;
        any = true;
        char& present = out[begin + 1 + i / 8];
        present = static_cast<char>(present | (1 << (i % 8)));
        put(game.plies[i]);
    }
    if (!any) out.resize(begin);
}

/// Takes values off the front; after a read past the end nothing is right any more.
class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    bool at_end() const { return bytes_.empty(); }
    bool failed() const { return failed_; }

    std::uint8_t byte() {
        if (bytes_.empty()) return failed_ = true, 0;
        const auto value = static_cast<std::uint8_t>(bytes_.front());
        bytes_.remove_prefix(1);
        return value;
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint8_t next = byte();
            value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
            if (next < 0x80) return value;
        }
        failed_ = true;
        return 0;
    }
    std::int64_t signed_number() {
        const std::uint64_t value = number();
        return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
    }
    double real() {
        std::uint64_t bits = 0;
        for (int shift = 0; shift < 64; shift += 8) bits |= std::uint64_t{byte()} << shift;
        return std::bit_cast<double>(bits);
    }
    std::string_view bytes(std::uint64_t size) {
        if (size > bytes_.size()) return failed_ = true, std::string_view();
        const std::string_view taken = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return taken;
    }
    std::string text() { return std::string(bytes(number())); }

private:
    std::string_view bytes_;
    bool failed_ = false;
};

template <typename Set>
void read_section(Reader& in, GameRecord& game, Set set) {
    const std::string_view present = in.bytes((game.plies.size() + 7) / 8);
    for (std::size_t i = 0; i < game.plies.size() && !in.failed(); ++i) {
        if ((static_cast<unsigned char>(present[i / 8]) >> (i % 8) & 1) != 0) set(game.plies[i]);
    }
}

void read_tags(Reader& in, GameRecord& game) {
    for (std::uint64_t left = in.number(); left > 0 && !in.failed(); --left) {
        std::string name = in.text();
        game.tags.emplace_back(std::move(name), in.text());
    }
}

bool read_any_section(Reader& in, GameRecord& game) {
    switch (in.byte()) {
        case 's':
            read_section(in, game, [&](Ply& p) { p.spent = Duration(in.signed_number()); });
            break;
        case 'c':
            read_section(in, game, [&](Ply& p) { p.clock = Duration(in.signed_number()); });
            break;
        case 'd':
            read_section(in, game, [&](Ply& p) { p.depth = static_cast<int>(in.signed_number()); });
            break;
        case 'e': read_section(in, game, [&](Ply& p) { p.eval = in.real(); }); break;
        case 'm': read_section(in, game, [&](Ply& p) { p.meta = in.text(); }); break;
        case 'n': read_section(in, game, [&](Ply& p) { p.note = in.text(); }); break;
        case 't': read_tags(in, game); break;
        case 'l': game.log = in.text(); break;
        default: return false;
    }
    return !in.failed();
}

}  // namespace

std::string encode_moves(const GameRecord& game) {
    std::string bytes;
    bytes.reserve(game.plies.size());
    for (const Ply& ply : game.plies) {
        bytes += static_cast<char>(ply.move.block().index << 4 | ply.move.cell().index);
    }
    return bytes;
}

base::Result<void> decode_moves(std::string_view bytes, GameRecord& game) {
    if (bytes.size() > rules::Move::kCount) return fail("it has {} moves", bytes.size());
    game.plies.reserve(bytes.size());
    for (const char byte : bytes) {
        const unsigned block = static_cast<unsigned char>(byte) >> 4;
        const unsigned cell = static_cast<unsigned char>(byte) & 15;
        if (block > 8 || cell > 8) return fail("move {} is none", game.plies.size() + 1);
        game.plies.push_back({.move = rules::Move(9 * block + cell)});
    }
    return {};
}

std::string encode_extra(const GameRecord& game) {
    std::string out;
    put_section(
        out, 's', game, [](const Ply& p) { return p.spent.has_value(); },
        [&](const Ply& p) { put_signed(out, p.spent->count()); });
    put_section(
        out, 'c', game, [](const Ply& p) { return p.clock.has_value(); },
        [&](const Ply& p) { put_signed(out, p.clock->count()); });
    put_section(
        out, 'd', game, [](const Ply& p) { return p.depth.has_value(); },
        [&](const Ply& p) { put_signed(out, *p.depth); });
    put_section(
        out, 'e', game, [](const Ply& p) { return p.eval.has_value(); },
        [&](const Ply& p) { put_double(out, *p.eval); });
    put_section(
        out, 'm', game, [](const Ply& p) { return !p.meta.empty(); },
        [&](const Ply& p) { put_text(out, p.meta); });
    put_section(
        out, 'n', game, [](const Ply& p) { return !p.note.empty(); },
        [&](const Ply& p) { put_text(out, p.note); });
    if (!game.tags.empty()) {
        out += 't';
        put_number(out, game.tags.size());
        for (const auto& [name, value] : game.tags) {
            put_text(out, name);
            put_text(out, value);
        }
    }
    if (!game.log.empty()) {
        out += 'l';
        put_text(out, game.log);
    }
    return out;
}

base::Result<void> decode_extra(std::string_view bytes, GameRecord& game) {
    Reader in(bytes);
    while (!in.at_end()) {
        if (!read_any_section(in, game)) return fail("what was noted beside its moves is damaged");
    }
    return {};
}

}  // namespace ninefold::store

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "c_api/handles.h"
#include "pictures/board_picture.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::c_api {

std::string& last_error() {
    thread_local std::string error;
    return error;
}

namespace {

rules::Move to_move(int move) {
    if (move >= 0 && move < rules::Move::kCount) return rules::Move(static_cast<unsigned>(move));
    throw ThrownError("move {}: an integer is 9 * block + cell, 0 to 80", move);
}

ninefold_position* new_position(const rules::AnyPosition& position) {
    return new ninefold_position{position};
}

/// As snprintf does.
std::size_t copy_out(const std::string& text, char* buffer, std::size_t size) {
    if (size > 0) {
        const std::size_t copied = std::min(text.size(), size - 1);
        std::memcpy(&checked(buffer, "buffer"), text.data(), copied);
        buffer[copied] = '\0';
    }
    return text.size();
}

void play(ninefold_position& position, int number) {
    const rules::Move move = to_move(number);
    if (const auto why = rules::why_illegal(position.position, move); !why.empty()) {
        throw ThrownError("move {} is illegal: {}", rules::to_text(move), why);
    }
    position.position = position.position.after(move);
}

record::GameRecord read_record(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string_view::npos && text[first] == '{';
    return value_or_throw(is_json ? record::parse_record_json(text)
                                  : record::parse_record_text(text));
}

}  // namespace

}  // namespace ninefold::c_api

using namespace ninefold;         // NOLINT: these are C functions
using namespace ninefold::c_api;  // NOLINT

const char* ninefold_version() { return NINEFOLD_VERSION; }
const char* ninefold_last_error() { return last_error().c_str(); }

int ninefold_move_from_text(const char* text) {
    return guarded(-1, [&] {
        const auto move = value_or_throw(rules::parse_move(&checked(text, "text")));
        return static_cast<int>(move.value());
    });
}

int ninefold_move_to_text(int move, char text[3]) {
    return guarded(-1, [&] {
        copy_out(rules::to_text(to_move(move)), text, 3);
        return 0;
    });
}

ninefold_position* ninefold_position_new(const char* rules) {
    return guarded(nullptr, [&] {
        const std::string_view name = rules == nullptr ? "standard" : rules;
        return new_position(rules::AnyPosition::start(value_or_throw(rules::parse_rules(name))));
    });
}

ninefold_position* ninefold_position_from_text(const char* text) {
    return guarded(nullptr, [&] {
        return new_position(value_or_throw(rules::parse_position(&checked(text, "text"))));
    });
}

ninefold_position* ninefold_position_copy(const ninefold_position* position) {
    return guarded(nullptr, [&] { return new_position(checked_position(position)); });
}

void ninefold_position_free(ninefold_position* position) { delete position; }

std::size_t ninefold_position_text(const ninefold_position* position, char* buffer,
                                   std::size_t size) {
    return guarded(0, [&] {
        return copy_out(rules::to_text(checked_position(position)), buffer, size);
    });
}

std::size_t ninefold_position_svg(const ninefold_position* position, char* buffer,
                                  std::size_t size) {
    return guarded(0, [&] {
        return copy_out(pictures::board_svg(checked_position(position)), buffer, size);
    });
}

char ninefold_position_side(const ninefold_position* position) {
    return guarded('\0', [&] { return rules::to_char(checked_position(position).side()); });
}

int ninefold_position_moves(const ninefold_position* position, uint8_t moves[NINEFOLD_MOVES]) {
    return guarded(-1, [&] {
        (void)checked(moves, "moves");
        int count = 0;
        for (const rules::Move move : checked_position(position).legal_moves()) {
            moves[count++] = static_cast<uint8_t>(move.value());
        }
        return count;
    });
}

char ninefold_position_cell(const ninefold_position* position, int move) {
    return guarded('\0', [&] {
        const rules::AnyPosition& any = checked_position(position);
        for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
            if (any.marks(side).contains(to_move(move))) return rules::to_char(side);
        }
        return '.';
    });
}

int ninefold_position_play(ninefold_position* position, int move) {
    return guarded(-1, [&] {
        play(checked(position, "position"), move);
        return 0;
    });
}

char ninefold_position_outcome(const ninefold_position* position) {
    return guarded('\0', [&] {
        const rules::AnyPosition& any = checked_position(position);
        if (!any.is_over()) return '\0';
        const auto winner = any.outcome().winner;
        return winner ? rules::to_char(*winner) : '=';
    });
}

uint64_t ninefold_position_hash(const ninefold_position* position) {
    return guarded(0, [&] { return checked_position(position).hash(); });
}

ninefold_position* ninefold_position_after_record(const char* record) {
    return guarded(nullptr, [&] {
        return new_position(record::last_position(read_record(&checked(record, "record"))));
    });
}

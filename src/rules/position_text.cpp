// SPDX-License-Identifier: MIT
#include "rules/position_text.h"

#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"
#include "rules/move_text.h"

namespace ninefold::rules {

namespace {

using base::Error;
using base::fail;

constexpr std::string_view kShape =
    "a position reads 'BLOCKS SIDE TARGET RULESET', e.g. '9/9/9/9/9/9/9/9/9 x - standard'";

/// The owner of a block by the marks in it; capitals name it where both sides have a line.
bool both_have_lines(CellSet x, CellSet o) {
    return pattern::kHasLine[x.bits()] && pattern::kHasLine[o.bits()];
}

std::string block_text(const AnyPosition& position, Block block) {
    const CellSet x = position.marks(Side::kX).block(block);
    const CellSet o = position.marks(Side::kO).block(block);
    const bool capitals = both_have_lines(x, o);
    const bool x_owns = position.won(Side::kX).contains(block);
    std::string text;
    int run = 0;
    const auto flush = [&] {
        if (run > 0) text += static_cast<char>('0' + run);
        run = 0;
    };
    for (const Cell cell : CellSet::all()) {
        if (x.contains(cell)) {
            flush();
            text += capitals && x_owns ? 'X' : 'x';
        } else if (o.contains(cell)) {
            flush();
            text += capitals && !x_owns ? 'O' : 'o';
        } else {
            ++run;
        }
    }
    flush();
    return text;
}

/// Reads the parts of a position and checks each as it comes; from_parts derives the rest.
class Reader {
public:
    explicit Reader(Rules rules) : rules_(rules) {}

    base::Result<void> read_blocks(std::string_view field) {
        std::size_t place = 0;
        for (const Block block : BlockSet::all()) {
            const std::size_t slash = field.find('/', place);
            const bool last = block.index == 8;
            if (last && slash != std::string_view::npos) {
                return fail("position: more than 9 blocks, at character {}", slash + 1);
            }
            if (!last && slash == std::string_view::npos) {
                return fail("position: {} blocks, 9 are needed, separated by '/'", block.index + 1);
            }
            TRY(read_block(block, field.substr(place, slash - place), place));
            place = slash + 1;
        }
        return {};
    }

    base::Result<void> read_side(std::string_view field) {
        if (field != "x" && field != "o") {
            return fail("position: side {}; the side to move is x or o", base::quoted(field));
        }
        parts_.side = field == "x" ? Side::kX : Side::kO;
        return {};
    }

    base::Result<void> read_target(std::string_view field) {
        if (field == "-") return {};
        if (field.size() != 1 || field[0] < '0' || field[0] > '8') {
            return fail(
                "position: target {}; it is the cell last played, 0 to 8, or - for a free move",
                base::quoted(field));
        }
        parts_.target = Cell{static_cast<std::uint8_t>(field[0] - '0')};
        return {};
    }

    base::Result<AnyPosition> finish() const {
        TRY(check_counts());
        TRY(check_lines());
        const auto position = AnyPosition::from_parts(parts_, rules_);
        TRY(check_last_move(position));
        return position;
    }

private:
    base::Result<void> read_block(Block block, std::string_view text, std::size_t place) {
        unsigned cell = 0;
        bool x_capital = false;
        bool o_capital = false;
        bool after_run = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            const bool is_run = c >= '1' && c <= '9';
            const unsigned width = is_run ? static_cast<unsigned>(c - '0') : 1;
            if (!is_run && c != 'x' && c != 'o' && c != 'X' && c != 'O') {
                return fail(
                    "position: {} in block {} (character {}); a cell is x, o, or a digit 1-9 "
                    "for a run of empty ones",
                    base::quoted(text.substr(i, 1)), block.index, place + i + 1);
            }
            if (is_run && after_run) {
                return fail("position: two runs of empty cells side by side in block {} (character "
                            "{}); write one digit",
                            block.index, place + i + 1);
            }
            if (cell + width > 9) {
                return fail("position: block {} has more than 9 cells (character {})", block.index,
                            place + i + 1);
            }
            if (!is_run) {
                const bool is_x = c == 'x' || c == 'X';
                BoardSet& marks = is_x ? parts_.x : parts_.o;
                marks = marks | BoardSet::of(block, Cell{static_cast<std::uint8_t>(cell)});
                x_capital = x_capital || c == 'X';
                o_capital = o_capital || c == 'O';
            }
            after_run = is_run;
            cell += width;
        }
        if (cell != 9)
            return fail("position: block {} has {} cells, 9 are needed", block.index, cell);
        return read_owner(block, x_capital, o_capital);
    }

    base::Result<void> read_owner(Block block, bool x_capital, bool o_capital) {
        const CellSet x = parts_.x.block(block);
        const CellSet o = parts_.o.block(block);
        const bool both = both_have_lines(x, o);
        if (both && !facts_of(rules_.ruleset).won_stays_open) {
            return fail("position: both sides have a line in block {}; it closed with the first",
                        block.index);
        }
        if (both && x_capital == o_capital) {
            return fail(
                "position: both sides have a line in block {}; write the marks of the one that "
                "was first in capitals",
                block.index);
        }
        if (!both && (x_capital || o_capital)) {
            return fail(
                "position: capitals in block {}; they name the owner where both sides have a "
                "line, and only there",
                block.index);
        }
        const bool x_owns = both ? x_capital : pattern::kHasLine[x.bits()];
        const bool o_owns = both ? o_capital : pattern::kHasLine[o.bits()];
        if (x_owns) parts_.x_won |= BlockSet::of(block);
        if (o_owns) parts_.o_won |= BlockSet::of(block);
        return {};
    }

    base::Result<void> check_counts() const {
        const int x = parts_.x.size();
        const int o = parts_.o.size();
        const int expected = parts_.side == Side::kX ? o : o + 1;
        if (x == expected) return {};
        return fail(
            "position: {} x and {} o with {} to move; X begins and the sides take turns, so "
            "that {} x are needed",
            x, o, to_char(parts_.side), expected);
    }

    base::Result<void> check_lines() const {
        const bool x_line = pattern::kHasLine[parts_.x_won.bits()];
        const bool o_line = pattern::kHasLine[parts_.o_won.bits()];
        if (x_line && o_line) {
            return fail(
                "position: both sides have three blocks in line; the game ended with the first "
                "line");
        }
        if ((parts_.side == Side::kX && x_line) || (parts_.side == Side::kO && o_line)) {
            return fail(
                "position: {} has three blocks in line and is to move; the side that makes the "
                "line has just moved",
                to_capital(parts_.side));
        }
        return {};
    }

    /// Whether taking back `move` leaves a running game in which its block was open, and `move`
    /// sends where the text says.
    bool can_be_last(const AnyPosition& position, Move move) const {
        const Side last = other(parts_.side);
        const Block block = move.block();
        const unsigned bit = 1u << move.cell().index;
        const unsigned before = (last == Side::kX ? parts_.x : parts_.o).block(block).bits() & ~bit;
        const bool owned = position.won(last).contains(block);
        const bool owned_before = owned && pattern::kHasLine[before];
        if (owned && !owned_before) {
            const unsigned theirs = position.marks(parts_.side).block(block).bits();
            if (pattern::kHasLine[theirs]) return false;  // then the block was theirs already
        }
        const bool won_closes = !facts_of(rules_.ruleset).won_stays_open;
        if (won_closes && (owned_before || position.won(parts_.side).contains(block))) return false;
        const unsigned won_before =
            position.won(last).bits() & ~(owned && !owned_before ? 1u << block.index : 0u);
        if (pattern::kHasLine[won_before]) return false;
        if (position.is_over() && pattern::kHasLine[position.won(last).bits()]) {
            return !parts_.target || *parts_.target == move.cell();
        }
        return position.target_cell()
                   ? *position.target_cell() == move.cell()
                   : position.visit([&]<Ruleset R>(const Position<R>& p) {
                         return (Traits<R>::destinations(move.cell()) & ~p.closed()).empty();
                     });
    }

    base::Result<void> check_last_move(const AnyPosition& position) const {
        const bool start = parts_.x.empty();
        if (start && parts_.target)
            return fail("position: target {} with no mark on the board; write -",
                        parts_.target->index);
        if (start) return {};
        const Side last = other(parts_.side);
        if (parts_.target && !position.target_cell() && !position.is_over()) {
            return fail("position: target {} cannot be: its blocks are closed, so that the move is "
                        "free; write -",
                        parts_.target->index);
        }
        for (const Move move : position.marks(last)) {
            if (can_be_last(position, move)) return {};
        }
        if (parts_.target) {
            return fail(
                "position: target {} cannot be: no mark of {} in cell {} can have been the last "
                "move",
                parts_.target->index, to_capital(last), parts_.target->index);
        }
        return fail("position: target - cannot be: no mark of {} that can have been the last move "
                    "sends to closed blocks only; name the cell last played",
                    to_capital(last));
    }

    Rules rules_;
    Parts parts_;
};

std::string list_blocks(BlockSet blocks) {
    std::string text;
    for (const Block block : blocks) {
        if (!text.empty()) text += ", ";
        text += static_cast<char>('0' + block.index);
    }
    return text;
}

}  // namespace

std::string to_text(const AnyPosition& position) {
    std::string text;
    for (const Block block : BlockSet::all()) {
        if (block.index > 0) text += '/';
        text += block_text(position, block);
    }
    const auto target = position.target_cell();
    text += ' ';
    text += to_char(position.side());
    text += ' ';
    text += target ? static_cast<char>('0' + target->index) : '-';
    text += ' ';
    text += name(position.rules());
    return text;
}

base::Result<AnyPosition> parse_position(std::string_view text) {
    if (text.size() > 300) {
        return fail("position: {} characters; {}", text.size(), kShape);
    }
    const auto fields = base::split_words(text);
    if (fields.size() != 4)
        return fail("position: {} fields, 4 are needed; {}", fields.size(), kShape);
    const auto rules = parse_rules(fields[3]);
    if (!rules) return fail("position: {}", rules.error().message);
    Reader reader(*rules);
    TRY(reader.read_blocks(fields[0]));
    TRY(reader.read_side(fields[1]));
    TRY(reader.read_target(fields[2]));
    return reader.finish();
}

std::string why_illegal(const AnyPosition& position, Move move) {
    if (position.is_legal(move)) return {};
    if (position.is_over()) return "the game is over";
    const Block block = move.block();
    for (const Side side : {Side::kX, Side::kO}) {
        if (position.marks(side).contains(move)) {
            return fmt::format("the cell is taken by {}", to_capital(side));
        }
    }
    if (position.closed().contains(block)) return fmt::format("block {} is closed", block.index);
    const BlockSet targets = position.targets();
    return fmt::format("block {} is not a target; the mover is sent to block{} {}", block.index,
                       targets.size() > 1 ? "s" : "", list_blocks(targets));
}

base::Result<std::vector<Move>> parse_moves(AnyPosition position, std::string_view text) {
    std::vector<Move> moves;
    for (const std::string_view word : base::split_words(text)) {
        const std::size_t number = moves.size() + 1;
        const auto move = parse_move(word);
        if (!move) return fail("move {}: {}", number, move.error().message);
        if (const std::string why = why_illegal(position, *move); !why.empty()) {
            return fail("move {} ({}) is illegal: {}", number, to_text(*move), why);
        }
        position = position.after(*move);
        moves.push_back(*move);
    }
    return moves;
}

base::Result<AnyPosition> play_moves(AnyPosition position, std::string_view text) {
    const auto moves = TRY(parse_moves(position, text));
    for (const Move move : moves) position = position.after(move);
    return position;
}

}  // namespace ninefold::rules

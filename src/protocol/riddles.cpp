// SPDX-License-Identifier: MIT
#include "protocol/riddles.h"

#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"
#include "protocol/tokenizer.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::protocol::riddles {

namespace {

using base::fail;
using rules::Side;

struct Signs {
    char x, o, empty;
};
constexpr Signs signs(Edition edition) {
    return edition == Edition::kRiddles ? Signs{'0', '1', '.'} : Signs{'1', '2', '0'};
}

std::int64_t milliseconds(Duration time) {
    return std::max<std::int64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(time).count(), 0);
}

rules::Move move_of(std::size_t index) {
    return rules::move_at({static_cast<int>(index) / 9, static_cast<int>(index) % 9});
}

void append_field(std::string& text, Edition edition, const rules::AnyPosition& position) {
    const Signs sign = signs(edition);
    const rules::BoardSet x = position.marks(Side::kX);
    const rules::BoardSet o = position.marks(Side::kO);
    for (std::size_t i = 0; i < 81; ++i) {
        if (i > 0) text += ',';
        const rules::Move move = move_of(i);
        text += x.contains(move) ? sign.x : o.contains(move) ? sign.o : sign.empty;
    }
}

/// -1 where the mover may play, else the owner, else the sign of an empty cell.
void append_macroboard(std::string& text, Edition edition, const rules::AnyPosition& position) {
    const Signs sign = signs(edition);
    for (const rules::Block block : rules::BlockSet::all()) {
        if (block.index > 0) text += ',';
        if (position.targets().contains(block)) text += "-1";
        else if (position.won(Side::kX).contains(block)) text += sign.x;
        else if (position.won(Side::kO).contains(block)) text += sign.o;
        else text += sign.empty;
    }
}

}  // namespace

void append_settings(std::string& text, Edition edition, Side side, const Times& times) {
    const char first = signs(edition).x;
    const char second = signs(edition).o;
    const char own = side == Side::kX ? first : second;
    fmt::format_to(std::back_inserter(text),
                   "settings timebank {}\nsettings time_per_move {}\n"
                   "settings player_names player{},player{}\nsettings your_bot player{}\n"
                   "settings your_botid {}\n",
                   milliseconds(times.bank), milliseconds(times.per_move), first, second, own, own);
}

void append_turn(std::string& text, Edition edition, const rules::AnyPosition& position,
                 Duration bank) {
    const int ply = position.ply();
    fmt::format_to(std::back_inserter(text), "update game round {}\nupdate game move {}\n",
                   ply / 2 + 1, ply + 1);
    text += "update game field ";
    append_field(text, edition, position);
    text += "\nupdate game macroboard ";
    append_macroboard(text, edition, position);
    fmt::format_to(std::back_inserter(text), "\naction move {}\n", milliseconds(bank));
}

std::string answer_text(rules::Move move) {
    const auto [row, column] = rules::coordinates(move);
    return fmt::format("place_move {} {}", column, row);
}

base::Result<rules::Move> parse_answer(std::string_view line) {
    Tokenizer words(line);
    const std::string_view word = words.next();
    const auto column = parse_number<int>(words.next());
    const auto row = parse_number<int>(words.next());
    if (word != "place_move" || !column || !row || !words.empty()) {
        return fail("{} is not an answer; it reads 'place_move COLUMN ROW'; write for people to "
                    "standard error",
                    base::quoted(line));
    }
    if (*column < 0 || *column > 8 || *row < 0 || *row > 8) {
        return fail("column {} and row {} are not on the board, which has 0 to 8", *column, *row);
    }
    return rules::move_at({*row, *column});
}

base::Result<void> Game::read_setting(std::string_view name, std::string_view value) {
    if (name == "player_names") {
        edition_ = value.find("player0") != std::string_view::npos   ? Edition::kRiddles
                   : value.find("player2") != std::string_view::npos ? Edition::kTheAiGames
                                                                     : edition_;
        return {};
    }
    if (name != "timebank" && name != "time_per_move") return {};
    const auto time = parse_number<std::int64_t>(value);
    if (!time || *time < 0 || *time > 1'000'000'000) {
        return fail("setting {} has the value {}; milliseconds are expected", name,
                    base::quoted(value));
    }
    (name == "timebank" ? times_.bank : times_.per_move) = std::chrono::milliseconds(*time);
    return {};
}

base::Result<void> Game::read_update(std::string_view name, std::string_view value) {
    const std::vector<std::string_view> parts = base::split(value, ',');
    if (name == "field") {
        if (parts.size() != 81) return fail("the field has {} cells, 81 are needed", parts.size());
        const bool dots = value.find('.') != std::string_view::npos;
        const bool twos = value.find('2') != std::string_view::npos;
        if (dots != twos) edition_ = dots ? Edition::kRiddles : Edition::kTheAiGames;
        const Signs sign = signs(edition_);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].size() != 1)
                return fail("the field has a cell {}", base::quoted(parts[i]));
            const char c = parts[i][0];
            field_[i] = c == sign.x ? 'x' : c == sign.o ? 'o' : '\0';
        }
    } else if (name == "macroboard") {
        if (parts.size() != 9) {
            return fail("the macroboard has {} blocks, 9 are needed", parts.size());
        }
        playable_ = rules::BlockSet();
        for (std::uint8_t b = 0; b < 9; ++b) {
            if (parts[b] == "-1") playable_ |= rules::BlockSet::of(rules::Block{b});
        }
    }
    return {};
}

base::Result<rules::AnyPosition> Game::position() const {
    rules::Parts parts;
    for (std::size_t i = 0; i < field_.size(); ++i) {
        const rules::BoardSet cell = rules::BoardSet::of(move_of(i));
        if (field_[i] == 'x') parts.x = parts.x | cell;
        if (field_[i] == 'o') parts.o = parts.o | cell;
    }
    if (const int lead = parts.x.size() - parts.o.size(); lead != 0 && lead != 1) {
        return fail("the field has {} and {} marks, which no game can reach", parts.x.size(),
                    parts.o.size());
    }
    parts.side = parts.x.size() == parts.o.size() ? Side::kX : Side::kO;
    for (const rules::Block block : rules::BlockSet::all()) {
        const rules::BlockSet one = rules::BlockSet::of(block);
        if (rules::pattern::kHasLine[parts.x.block(block).bits()]) parts.x_won |= one;
        if (rules::pattern::kHasLine[parts.o.block(block).bits()]) parts.o_won |= one;
    }
    const auto free = rules::AnyPosition::from_parts(parts, rules_);
    if (playable_ == free.targets()) return free;
    for (std::uint8_t cell = 0; cell < 9; ++cell) {
        parts.target = rules::Cell{cell};
        const auto sent = rules::AnyPosition::from_parts(parts, rules_);
        if (sent.targets() == playable_) return sent;
    }
    return fail("the macroboard allows blocks that no move of these rules leads to");
}

base::Result<std::optional<Game::Turn>> Game::read(std::string_view line) {
    using Result = std::optional<Turn>;
    Tokenizer words(line);
    const std::string_view kind = words.next();
    const std::string_view subject = words.next();
    if (kind == "settings") {
        TRY(read_setting(subject, words.next()));
    } else if (kind == "update" && subject == "game") {
        const std::string_view name = words.next();
        TRY(read_update(name, words.next()));
    } else if (kind == "action" && subject == "move") {
        Turn turn{TRY(position()), times_};
        if (const auto bank = parse_number<std::int64_t>(words.next()); bank && *bank >= 0) {
            turn.times.bank =
                std::chrono::milliseconds(std::min<std::int64_t>(*bank, 1'000'000'000));
        }
        return Result(turn);
    }
    return Result();
}

}  // namespace ninefold::protocol::riddles

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "base/enum_names.h"
#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "protocol/tokenizer.h"
#include "protocol/ugi.h"
#include "rules/move_text.h"

namespace ninefold::protocol::ugi {

namespace {

using base::fail;

constexpr std::size_t kMaxName = 200;
constexpr base::EnumNames<Option::Type, 5> kTypes = {"check", "spin", "combo", "string", "button"};
constexpr base::EnumNames<Ok, 2> kOks = {"ugiok", "readyok"};
constexpr base::EnumNames<NoMove, 2> kNoMoves = {"resign", "none"};

/// Words up to the next one of `ends`, joined by single spaces.
template <std::size_t N>
std::string words_until(Tokenizer& words, const std::array<std::string_view, N>& ends) {
    std::string text;
    while (!words.empty()) {
        for (const std::string_view end : ends) {
            if (words.peek() == end) return base::safe_text(text, kMaxName);
        }
        if (!text.empty()) text += ' ';
        text += words.next();
    }
    return base::safe_text(text, kMaxName);
}

base::Result<Reply> parse_id(Tokenizer words) {
    const std::string_view kind = words.next();
    if (kind != "name" && kind != "author") {
        return fail("'id' is followed by {}; it reads 'id name NAME' or 'id author NAME'",
                    base::quoted(kind));
    }
    return Reply(Id{kind == "name" ? Id::Kind::kName : Id::Kind::kAuthor,
                    base::safe_text(words.rest(), kMaxName)});
}

base::Result<Option::Type> parse_type(std::string_view word) {
    if (const auto type = kTypes.find(word)) return *type;
    return fail("an option has the type {}; check, spin, combo, string and button exist",
                base::quoted(word));
}

base::Result<Reply> parse_option(Tokenizer words) {
    constexpr std::array<std::string_view, 1> kType = {"type"};
    constexpr std::array<std::string_view, 4> kParts = {"default", "min", "max", "var"};
    Option option;
    if (words.next() != "name") {
        return fail("'option' lacks 'name'; it reads 'option name NAME type TYPE …'");
    }
    option.name = words_until(words, kType);
    if (option.name.empty() || words.next() != "type") {
        return fail("'option' lacks its name or type; it reads 'option name NAME type TYPE …'");
    }
    option.type = TRY(parse_type(words.next()));
    while (!words.empty()) {
        const std::string_view part = words.next();
        std::string value = words_until(words, kParts);
        if (part == "default") option.default_value = std::move(value);
        else if (part == "min") option.min = parse_number<std::int64_t>(value);
        else if (part == "max") option.max = parse_number<std::int64_t>(value);
        else if (part == "var") option.choices.push_back(std::move(value));
    }
    return Reply(std::move(option));
}

std::optional<Score> parse_score(Tokenizer& words) {
    const std::string_view kind = words.peek();
    if (kind != "wp" && kind != "win" && kind != "loss" && kind != "draw") return std::nullopt;
    words.next();
    if (kind == "draw") return Score::drawn();
    if (kind == "wp") {
        const auto value = parse_number<double>(words.next());
        if (!value || !std::isfinite(*value)) return std::nullopt;
        return Score::expecting(std::clamp(*value, 0.0, 1.0));
    }
    const auto plies = parse_number<int>(words.next());
    if (!plies || *plies < 0) return std::nullopt;
    return kind == "win" ? Score::win_in(*plies) : Score::loss_in(*plies);
}

/// Sets `field` to the next word where that is a number that is not negative.
template <typename Number>
void read_number(Tokenizer& words, std::optional<Number>& field) {
    const auto value = parse_number<std::int64_t>(words.peek());
    if (!value) return;
    words.next();
    if (*value >= 0 && std::in_range<Number>(*value)) field = static_cast<Number>(*value);
}

void read_info_part(std::string_view part, Tokenizer& words, Info& info) {
    if (part == "depth") read_number(words, info.depth);
    else if (part == "nodes") read_number(words, info.nodes);
    else if (part == "nps") read_number(words, info.nodes_per_second);
    else if (part == "hashfull") read_number(words, info.hash_full);
    else if (part == "multipv") read_number(words, info.multi_pv);
    else if (part == "time") {
        std::optional<std::int64_t> time;
        read_number(words, time);
        if (time) info.time = std::chrono::milliseconds(*time);
    } else if (part == "score") {
        if (const auto score = parse_score(words)) info.score = score;
    } else if (part == "wdl") {
        std::array<std::optional<int>, 3> parts;
        for (auto& number : parts) read_number(words, number);
        if (parts[0] && parts[1] && parts[2]) {
            info.win_draw_loss = {*parts[0], *parts[1], *parts[2]};
        }
    } else if (part == "pv") {
        while (!words.empty()) {
            const auto move = rules::parse_move(words.peek());
            if (!move || info.pv.size() >= rules::Move::kCount) break;
            words.next();
            info.pv.push_back(*move);
        }
    }
}

Info parse_info(Tokenizer words) {
    Info info;
    while (!words.empty()) {
        const std::string_view part = words.next();
        if (part == "string") {
            info.text = base::safe_text(words.rest(), kMaxLine);
            break;
        }
        if (part == "meta") {
            const std::string_view json = words.rest();
            const bool is_object =
                json.starts_with('{') && !base::parse_json(json, base::kDeepestMeta).is_discarded();
            if (is_object && base::safe_text(json, kMaxLine) == json) info.meta = json;
            break;
        }
        read_info_part(part, words, info);
    }
    return info;
}

base::Result<Reply> parse_best_move(Tokenizer words) {
    BestMove best;
    const std::string_view text = words.next();
    if (text.empty()) return fail("'bestmove' comes without a move; it reads 'bestmove MOVE'");
    if (const auto no_move = kNoMoves.find(text)) best.what = *no_move;
    else best.what = TRY(rules::parse_move(text));
    if (!words.empty() && words.next() != "ponder") {
        return fail("'bestmove' is followed by more than a move; it reads 'bestmove MOVE' or "
                    "'bestmove MOVE ponder MOVE'");
    }
    if (const auto ponder = rules::parse_move(words.next())) best.ponder = *ponder;
    return Reply(best);
}

base::Result<Reply> parse_forfeit(Tokenizer words) {
    using rules::Ending;
    const std::string_view word = words.next();
    const auto ending = rules::parse_ending(word);
    constexpr std::array kAllowed = {Ending::kCrash,  Ending::kGarbage,     Ending::kIllegalMove,
                                     Ending::kMemory, Ending::kStartFailed, Ending::kTampering};
    if (ending && std::ranges::find(kAllowed, *ending) != kAllowed.end()) {
        return Reply(Forfeit{*ending, base::safe_text(words.rest(), 1000)});
    }
    return fail("'forfeit' names the ending {}; crash, garbage, illegal-move, memory, "
                "start-failed and tampering may be named",
                base::quoted(word));
}

std::string score_text(const Score& score) {
    switch (score.kind) {
        case Score::Kind::kWin: return fmt::format(" score win {}", score.plies);
        case Score::Kind::kLoss: return fmt::format(" score loss {}", score.plies);
        case Score::Kind::kDraw: return " score draw";
        case Score::Kind::kExpected: break;
    }
    return fmt::format(" score wp {:.4g}", score.expected);
}

std::string info_text(const Info& info) {
    std::string line = "info";
    const auto add = [&](std::string_view word, const auto& value) {
        if (value) fmt::format_to(std::back_inserter(line), " {} {}", word, *value);
    };
    add("depth", info.depth);
    add("multipv", info.multi_pv);
    add("nodes", info.nodes);
    add("nps", info.nodes_per_second);
    if (info.time) fmt::format_to(std::back_inserter(line), " time {}", info.time->count());
    add("hashfull", info.hash_full);
    if (info.score) line += score_text(*info.score);
    if (info.win_draw_loss) {
        const auto& [win, draw, loss] = *info.win_draw_loss;
        fmt::format_to(std::back_inserter(line), " wdl {} {} {}", win, draw, loss);
    }
    if (!info.pv.empty()) line += " pv";
    for (const rules::Move move : info.pv) line += ' ' + rules::to_text(move);
    // Text and JSON take the rest of their line, so that only one of them fits.
    if (!info.meta.empty()) line += " meta " + info.meta;
    else if (!info.text.empty()) line += " string " + info.text;
    return line;
}

struct ReplyPrinter {
    std::string operator()(const Unknown& r) const { return r.word; }
    std::string operator()(const Id& r) const {
        return (r.kind == Id::Kind::kName ? "id name " : "id author ") + r.text;
    }
    std::string operator()(const Option& r) const {
        std::string line = fmt::format("option name {} type {}", r.name, kTypes.of(r.type));
        if (!r.default_value.empty()) line += " default " + r.default_value;
        if (r.min) line += fmt::format(" min {}", *r.min);
        if (r.max) line += fmt::format(" max {}", *r.max);
        for (const std::string& choice : r.choices) line += " var " + choice;
        return line;
    }
    std::string operator()(Ok r) const { return std::string(kOks.of(r)); }
    std::string operator()(const Info& r) const { return info_text(r); }
    std::string operator()(const BestMove& r) const {
        const auto* move = std::get_if<rules::Move>(&r.what);
        std::string line = "bestmove ";
        if (move != nullptr) line += rules::to_text(*move);
        else line += kNoMoves.of(std::get<NoMove>(r.what));
        if (r.ponder) line += " ponder " + rules::to_text(*r.ponder);
        return line;
    }
    std::string operator()(const Forfeit& r) const {
        return fmt::format("forfeit {} {}", rules::name(r.ending), r.sentence);
    }
};

}  // namespace

base::Result<Reply> parse_reply(std::string_view line) {
    Tokenizer words(line);
    const std::string_view word = words.next();
    if (word == "bestmove") return parse_best_move(words);
    if (word == "info") return Reply(parse_info(words));
    if (const auto ok = kOks.find(word)) return Reply(*ok);
    if (word == "id") return parse_id(words);
    if (word == "option") return parse_option(words);
    if (word == "forfeit") return parse_forfeit(words);
    return Reply(Unknown{base::safe_text(word, 60)});
}

std::string to_text(const Reply& reply) { return std::visit(ReplyPrinter{}, reply); }

}  // namespace ninefold::protocol::ugi

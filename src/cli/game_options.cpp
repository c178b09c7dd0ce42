// SPDX-License-Identifier: MIT
#include "cli/game_options.h"

#include <iostream>
#include <utility>

#include "base/foreign_text.h"
#include "base/split.h"
#include "rules/position_text.h"
#include "store/store.h"

namespace ninefold::cli {

void PositionOptions::add_rules_to(Command& command) {
    command.add_option("-r,--rules", rules_,
                       fmt::format("{} (default: standard), followed by +draw or +majority for "
                                   "another tie-break",
                                   rules::ruleset_names("or")));
    command.add_option("--tie-break", tie_break_,
                       "what decides a game without a line: draw or majority");
}

void PositionOptions::add_to(Command& command) {
    add_rules_to(command);
    command.add_option("-p,--position", position_,
                       "position string, e.g. '9/9/9/9/9/9/9/9/9 x - standard'");
    command.add_option("-m,--moves", moves_, "moves played from there, e.g. '40 01 12'");
}

void PositionOptions::add_with_argument_to(Command& command) {
    command.add_option("POSITION", argument_, "position string; or use --position and --moves");
    add_to(command);
}

rules::Rules PositionOptions::named_rules(rules::Rules otherwise) const {
    rules::Rules rules = rules_.empty() ? otherwise : value_or_throw(rules::parse_rules(rules_));
    if (!tie_break_.empty()) rules.tie_break = value_or_throw(rules::parse_tie_break(tie_break_));
    return rules;
}

rules::AnyPosition PositionOptions::start() const {
    if (!argument_.empty() && !position_.empty()) throw CommandError("the position is given twice");
    std::string text = argument_.empty() ? position_ : argument_;
    if (text.empty()) return rules::AnyPosition::start(rules());
    if (base::split_words(text).size() == 3) text += " " + rules::name(rules());
    const rules::AnyPosition start = value_or_throw(rules::parse_position(text));
    const rules::Rules wanted = named_rules(start.rules());
    if (wanted == start.rules()) return start;
    throw CommandError("the position says {}, the options say {}", rules::name(start.rules()),
                       rules::name(wanted));
}

rules::AnyPosition PositionOptions::position() const {
    return value_or_throw(rules::play_moves(start(), moves_));
}

rules::AnyPosition PositionOptions::open_position(const char* complaint) const {
    const rules::AnyPosition position = this->position();
    if (position.is_over()) throw CommandError("{}", complaint);
    return position;
}

rules::AnyPosition PositionOptions::first_position() const {
    return open_position("the games would start from one that is over");
}

void DatabaseOption::add_to(Command& command, const std::string& usual) {
    command.add_option("--db", path_, fmt::format("database of games (default: {})", usual));
}

void DatabaseOption::add_with_argument_to(Command& command) {
    command.add_option("DB,--db", path_, "database of games (default: your own, docs/store.md)");
}

std::filesystem::path DatabaseOption::path() const {
    return path_.empty() ? value_or_throw(store::default_path()) : std::filesystem::path(path_);
}

std::filesystem::path DatabaseOption::path_for_reading() const {
    std::filesystem::path path = this->path();
    std::error_code error;
    if (path_.empty() && !std::filesystem::exists(path, error)) {
        throw CommandError("{}: no game has been kept yet; 'ninefold match' plays some",
                           path.native());
    }
    return path;
}

std::unique_ptr<store::Store> DatabaseOption::open_for_reading() const {
    return value_or_throw(store::Store::open(path_for_reading(), store::Access::kRead));
}

GameSource::GameSource(const std::string& name, const DatabaseOption& database) : name_(name) {
    if (const auto id = store::parse_game_id(name)) {
        kept_ = value_or_throw(database.open_for_reading()->load(*id));
        if (kept_->id.empty()) kept_->id = store::to_text(*id);
        return;
    }
    std::error_code error;
    if (name != "-" && !std::filesystem::is_directory(name, error)) {
        file_.open(name, std::ios::binary);
    }
    if (name != "-" && !file_.is_open()) {
        throw CommandError("{} is neither a game (3.17 is game 17 of match 3) nor a file "
                           "of games that can be read",
                           base::quoted(name, 200));
    }
    reader_ = std::make_unique<record::RecordReader>(name == "-" ? std::cin : file_);
}

std::optional<record::GameRecord> GameSource::next() {
    if (!reader_) return std::exchange(kept_, std::nullopt);
    auto game = reader_->next();
    if (!game) throw CommandError("{}: {}", name_, game.error().message);
    if (!*game && !any_) throw CommandError("{}: no game in it", name_);
    any_ = true;
    return std::move(*game);
}

}  // namespace ninefold::cli

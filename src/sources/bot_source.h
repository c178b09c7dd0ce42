// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bots/bot.h"
#include "sources/bot_plan.h"
#include "sources/house_rules.h"

namespace ninefold::sources {

/// A bot as an organiser names it (docs/bots.md): a built-in bot (`mcts:sims=2000`), the engine
/// (`engine:level=5`), a command (`ugi:./bot --fast`, `codingame:./bot`, `riddles:./bot`), a file
/// of one of the communities (`select_move:alice.py`, `class:team14.py#Player14`,
/// `function:f.py#Player2`, `best_move:e.py#MyEngine`, `java:x.jar#pkg.Bot`), one for each side
/// (`x=a.py,o=b.py`), or a bare path, which is recognised without running it. Before a bot that
/// speaks UGI itself there may be options for it (`option.Hash=8 ./bot`). Immutable; any thread.
class BotSource {
public:
    /// Reads the name and looks at the files; nothing is started. The error says what was found and
    /// how to say what is meant.
    static base::Result<BotSource> parse(std::string_view text, const HouseRules& rules,
                                         std::shared_ptr<process::ProcessSupervisor> supervisor);

    /// A bot that the caller makes itself, under the plan's name.
    static BotSource of(BotPlan plan);

    const std::string& text() const { return text_; }
    /// For tables: the file's or bot's short name.
    const std::string& name() const { return plan_->name; }
    /// What it was recognised as, in a few words: "Python, select_move (alice.py)".
    const std::string& description() const { return plan_->description; }
    /// The bot's own files, which other bots must not see.
    const Paths& files() const { return plan_->files; }
    /// The Python modules beside its own files that they import, looked for when this is called.
    Paths helpers() const;
    /// Its own files and helpers.
    Paths all_files() const;
    /// Of its own files and helpers, read when this is called; they need not be what a running bot
    /// was made of.
    std::string content_hash() const;
    /// What the organiser should know: a module that no Python here has, a protocol that was
    /// guessed. One sentence each.
    const std::vector<std::string>& notes() const { return plan_->notes; }
    BotKind kind() const { return plan_->kind; }
    /// Whether it can play from an opening or another position than the empty board.
    GameStart game_start() const { return plan_->game_start; }
    /// Whether it can be asked for plain tic-tac-toe (HouseRules::single_block).
    bool plays_single_block() const { return plan_->plays_single_block; }
    /// Whether its name sets options of its own, which it may refuse when it is started.
    bool has_options() const { return plan_->has_options; }
    /// Whether it runs in this process: a built-in bot or the engine.
    bool is_builtin() const { return kind() == BotKind::kBuiltin; }

    /// A bot of its own for each slot. `hidden` are the other bots' files.
    base::Result<std::unique_ptr<bots::Bot>> make(int slot, const Paths& hidden) const {
        return plan_->make(slot, hidden);
    }

private:
    BotSource(std::string text, BotPlan plan)
        : text_(std::move(text)), plan_(std::make_shared<const BotPlan>(std::move(plan))) {}

    std::string text_;
    std::shared_ptr<const BotPlan> plan_;
};

/// What a bot would be called if it were alone, and its file, if it has one.
struct NamedFile {
    std::string name;
    std::filesystem::path file;  ///< absolute; may be empty
};

/// The bots' names for one table, in the order given: equal ones are distinguished by the
/// nearest folder in which they all differ, else by a number.
std::vector<std::string> distinct_names(std::span<const NamedFile> bots);
std::vector<std::string> distinct_names(std::span<const BotSource> sources);

}  // namespace ninefold::sources

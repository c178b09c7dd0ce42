// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/referee.h"
#include "base/result.h"
#include "record/game_record.h"
#include "sources/house_rules.h"

namespace ninefold::cluster {

/// Of the documents below and of how streams are used. Programs with different numbers do not
/// understand each other.
inline constexpr int kFormat = 4;

/// A bot as a task describes it to a worker.
struct TaskBot {
    /// As BotSource reads it; `{bundle}` stands for the folder of the bundle's files.
    std::string source;
    std::string bundle{};    ///< SHA-256 of the bundle's list of files; empty: it has none
    std::string forfeits{};  ///< not empty: it cannot be started, as the organiser knows, and why
    bool operator==(const TaskBot&) const = default;

    /// Equal for bots that are alike.
    std::string key() const { return bundle + ' ' + source + '\n' + forfeits; }
};

/// What of the organiser's house rules a game's result may depend on. The rest (the sandbox, the
/// interpreter, cores) is the worker's own affair. Which imports are allowed is judged once, by the
/// organiser: a worker has only the files that were sent, and would refuse others.
struct TaskRules {
    std::uint64_t memory_bytes = 0;
    std::chrono::milliseconds start_up{10'000};
    bool ponder = false;
    bool operator==(const TaskRules&) const = default;

    static TaskRules of(const sources::HouseRules& rules);
    sources::HouseRules applied_to(sources::HouseRules rules) const;
};

/// One game to be played by a worker: everything it needs to know but the bots' files.
struct Task {
    std::string run;  ///< whose game it is: where the result goes
    arena::GameSpec game;
    std::array<TaskBot, 2> bots;  ///< X, O
    TaskRules rules;
    /// Workers that could not play it: it should go to others while there are some.
    std::vector<std::string> tried{};

    bool was_tried_by(std::string_view worker) const {
        return std::find(tried.begin(), tried.end(), worker) != tried.end();
    }
};

std::string to_text(const Task& task);
/// The error says what is wrong with it; a document of another format is named as such.
base::Result<Task> parse_task(std::string_view text);

/// What a worker has to say: a game that was played, or why it could not play one. The task is then
/// the organiser's again.
struct TaskResult {
    std::string run;
    int number = 0;
    std::string worker;
    std::optional<record::GameRecord> game{};
    std::string trouble{};  ///< one sentence, where there is no game
    /// Whose bot was started there and failed before its first move; nothing where the machine
    /// could not even start it.
    std::optional<rules::Side> failed_start{};
};

std::string to_text(const TaskResult& result);
base::Result<TaskResult> parse_task_result(std::string_view text);

/// How often a game could not be played, and what workers said.
struct FailedTries {
    /// At different workers where there are some.
    static constexpr std::size_t kMost = 3;

    std::size_t count = 0;
    std::map<std::string, std::string> said{};  ///< the last sentence of each worker

    void add(const TaskResult& result) {
        ++count;
        said[result.worker] = result.trouble;
    }
    /// `VERDICT; at worker first: it exited with code 1; at worker second: …`
    std::string evidence(std::string verdict) const {
        for (const auto& [worker, sentence] : said) {
            verdict += fmt::format("; at worker {}: {}", worker, sentence);
        }
        return verdict;
    }
};

/// How often each bot of a game was started and failed. A bot is not blamed for its opponent.
class FailedStarts {
public:
    /// Counts a failed start. What the bot loses with, once it has failed often enough.
    std::optional<std::string> add(const TaskResult& result);

private:
    FailedTries x_, o_;
};

}  // namespace ninefold::cluster

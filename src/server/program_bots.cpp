// SPDX-License-Identifier: MIT
#include "server/program_bots.h"

#include <algorithm>

#include "sources/bot_source.h"

namespace ninefold::server {

namespace {

constexpr std::size_t kMostIdle = 8;

bool goes_on_from(const std::vector<rules::Move>& moves, const std::vector<rules::Move>& earlier) {
    return moves.size() > earlier.size() &&
           std::equal(earlier.begin(), earlier.end(), moves.begin());
}

bots::Answer failed(bots::Failure failure, std::string log = {}) {
    bots::Answer answer;
    answer.what = std::move(failure);
    answer.log = std::move(log);
    return answer;
}

}  // namespace

ProgramBots::ProgramBots() : supervisor_(std::make_shared<process::ProcessSupervisor>()) {}

bots::Answer ProgramBots::ask(const std::string& game, const std::string& source,
                              const bots::GameSetup& setup, const bots::Question& question,
                              const std::stop_token& stop) {
    const Key key{game, setup.side};
    Seated seated = take(key);
    const bool goes_on = seated.bot && goes_on_from(question.moves, seated.moves);
    if (!seated.bot) {
        const auto named = sources::BotSource::parse(source, sources::HouseRules(), supervisor_);
        if (!named) return failed({rules::Ending::kStartFailed, named.error().message});
        auto made = named->make(0, {});
        if (!made) return failed({rules::Ending::kStartFailed, made.error().message});
        seated.bot = std::move(*made);
    }
    if (!goes_on) {
        if (auto failure = seated.bot->new_game(setup)) {
            return failed(std::move(*failure), seated.bot->log());
        }
    }
    bots::Answer answer = seated.bot->ask(question, stop);
    answer.log = seated.bot->log();
    if (std::holds_alternative<rules::Move>(answer.what)) {
        seated.bot->rest();
        seated.moves = question.moves;
        put_back(key, std::move(seated));
    }
    return answer;
}

void ProgramBots::forget(const std::string& game) {
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) take({game, side});
}

bool ProgramBots::is_empty() const {
    const std::scoped_lock lock(mutex_);
    return idle_.empty();
}

ProgramBots::Seated ProgramBots::take(const Key& key) {
    const std::scoped_lock lock(mutex_);
    auto node = idle_.extract(key);
    return node ? std::move(node.mapped()) : Seated{};
}

void ProgramBots::put_back(const Key& key, Seated seated) {
    Seated left_out;  // ended without the lock
    const std::scoped_lock lock(mutex_);
    if (idle_.size() >= kMostIdle) {
        const auto oldest =
            std::min_element(idle_.begin(), idle_.end(), [](const auto& a, const auto& b) {
                return a.second.turn < b.second.turn;
            });
        left_out = std::move(oldest->second);
        idle_.erase(oldest);
    }
    seated.turn = ++turn_;
    idle_[key] = std::move(seated);
}

}  // namespace ninefold::server

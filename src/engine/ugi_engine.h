// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdio>
#include <istream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "protocol/ugi.h"
#include "search/search.h"

namespace ninefold::engine {

/// The engine as a UGI bot: reads commands on one thread and thinks on another, so that `stop`,
/// `isready` and `quit` are answered at any time. A command that makes no sense now is answered by
/// an `info string` that says why, and changes nothing.
class UgiEngine {
public:
    UgiEngine(std::istream& in, std::FILE* out);
    ~UgiEngine();

    /// Reads until `quit` or the end of input; a question asked before the end is still answered.
    void run();

private:
    bool handle(const protocol::ugi::Command& command);  ///< false on `quit`
    void limit(protocol::ugi::Go& go, std::string_view unknown);
    void introduce();
    void show_position();
    void say_help();
    void set_option(const protocol::ugi::SetOption& option);
    base::Result<void> apply_option(const protocol::ugi::SetOption& option);
    base::Result<void> set_net(std::string_view value);
    void prepare();
    void set_position(const protocol::ugi::SetPosition& command);
    void go(const protocol::Limits& limits);
    void think(const protocol::Limits& limits, std::stop_token stop);
    void finish_thinking(bool stop_it);
    void say(const protocol::ugi::Reply& reply);
    void complain(std::string_view what);
    rules::Rules rules() const { return {ruleset_, tie_break_}; }

    std::istream& in_;
    std::FILE* out_;
    std::mutex out_mutex_;
    search::SearchOptions options_;
    std::unique_ptr<search::Search> search_;
    rules::Ruleset ruleset_ = rules::Ruleset::kStandard;
    rules::TieBreak tie_break_ = rules::TieBreak::kDraw;
    rules::AnyPosition start_;
    std::vector<rules::Move> moves_;
    std::jthread thinker_;
    std::atomic<bool> thinking_{false};
    bool endless_ = false;  ///< the running question ends by `stop` or `ponderhit` only
};

}  // namespace ninefold::engine

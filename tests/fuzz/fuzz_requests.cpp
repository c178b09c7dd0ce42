// SPDX-License-Identifier: MIT
// Any bytes as a request: a line `METHOD TARGET`, then a body. Asked by somebody who is not the
// organiser, and again by the organiser where no program or file can be named by it.
#include <algorithm>
#include <array>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <string_view>

#include "base/parse_json.h"
#include "base/temporary_folder.h"
#include "bots/builtin.h"
#include "require.h"
#include "server/api.h"
#include "store/live_game_store.h"

namespace ninefold::fuzz_requests {

using fuzz::require;

namespace {

/// All that answers requests, without sockets, on a database of its own.
class Program {
public:
    Program()
        : archive_(value(store::Store::open(database_))),
          planner_(value(store::Store::open(database_))),
          lobby_(settings_.kept_events),
          matches_(settings_, database_, archive_, planner_, lobby_),
          live_games_(settings_, value(store::LiveGameStore::open(database_)), lobby_),
          analyst_(1, settings_.analyses, 1),
          sent_bots_(database_, settings_.sent_bots),
          api_(settings_, {live_games_, matches_, lobby_, archive_, planner_, analyst_, sent_bots_},
               "fuzz") {
        require(live_games_.restore().has_value(), "there are no games yet");
        matches_.restore();
    }
    ~Program() {
        analyst_.close();
        planner_.close();
        matches_.close();
        archive_.close();
        live_games_.close();
    }

    server::Response ask(const server::Request& request,
                         std::chrono::seconds limit = std::chrono::seconds(20)) {
        const auto answered = std::make_shared<std::promise<server::Response>>();
        auto answer = answered->get_future();
        api_.handle(request, [answered](server::Response response) {
            answered->set_value(std::move(response));
        });
        require(answer.wait_for(limit) == std::future_status::ready, "every request is answered");
        return answer.get();
    }

private:
    template <typename Value>
    static Value value(base::Result<Value> result) {
        require(result.has_value(), "there is a database");
        return std::move(*result);
    }
    static server::Settings small() {
        server::Settings settings;
        settings.bot_threads = 1;
        settings.bot_hash_mb = 1;
        settings.new_games_per_minute = settings.analyses_per_minute = 1e9;
        return settings;
    }

    const server::Settings settings_ = small();
    base::TemporaryFolder folder_ = value(base::TemporaryFolder::make());
    const std::filesystem::path database_ = folder_.path() / "games.db";
    server::Archive archive_;
    server::Archive planner_;
    server::Lobby lobby_;
    server::Matches matches_;
    server::LiveGames live_games_;
    server::Analyst analyst_;
    server::SentBots sent_bots_;
    server::Api api_;
};

/// A new one from time to time, for games are not forgotten.
Program& program() {
    constexpr int kRequests = 1000;
    static std::unique_ptr<Program> program;
    static int asked = 0;
    if (asked++ % kRequests == 0) {
        program.reset();
        program = std::make_unique<Program>();
    }
    return *program;
}

/// Whether every name of a bot in it is a built-in one's, and not the engine's, whose tables may
/// take all memory. A string counts as a bot's name unless its key says that it is something else.
bool names_builtins_only(const server::Json& json, std::string_view key = "") {
    if (json.is_string()) {
        static constexpr std::array kOther = {"event",    "position", "start", "moves",
                                              "openings", "format",   "rules", "time_control",
                                              "type",     "token",    "kind",  "name"};
        const auto text = json.get<std::string>();
        if (std::ranges::find(kOther, key) != kOther.end()) return true;
        return bots::is_builtin(text) && !bots::is_engine(text);
    }
    if (!json.is_structured()) return true;
    return std::ranges::all_of(json.items(), [&](const auto& item) {
        return names_builtins_only(item.value(), json.is_object() ? item.key() : key);
    });
}

void check(const server::Request& request) {
    const server::Response response = program().ask(request);
    require(response.status >= 200 && response.status < 600, "an answer has a status");
    require(response.body != nullptr, "and a body");
    if (response.content_type != "application/json") return;
    const auto json = nlohmann::ordered_json::parse(*response.body, nullptr, false);
    require(!json.is_discarded(), "which is JSON where it says so");
    if (response.status >= 400) fuzz::require_one_line(json["error"]["message"].get<std::string>());
}

/// The first analysis unpacks the network, which takes long without optimisation.
bool analyse_once() {
    server::Request first;
    first.method = "POST";
    first.target = "/api/analyse";
    first.body = R"({"position":"9/9/9/9/9/9/9/9/9 x - standard","time_ms":10})";
    program().ask(first, std::chrono::minutes(5));
    return true;
}

}  // namespace

void run(std::string_view text) {
    [[maybe_unused]] static const bool kAnalysed = analyse_once();
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t blank = std::min(line.find(' '), line.size());
    server::Request request;
    request.method = line.substr(0, blank);
    request.target = line.substr(std::min(blank + 1, line.size()));
    request.body = text.substr(std::min(line.size() + 1, text.size()));
    request.address = "192.0.2.1";
    std::stop_source gone;
    gone.request_stop();  // nobody waits: an analysis ends at once
    request.gone = gone.get_token();
    check(request);
    const auto body = base::parse_json<server::Json>(request.body);
    request.organiser = true;
    if (body.is_discarded() || names_builtins_only(body)) check(request);
}

}  // namespace ninefold::fuzz_requests

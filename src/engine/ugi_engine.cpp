// SPDX-License-Identifier: MIT
#include "engine/ugi_engine.h"

#include <algorithm>
#include <condition_variable>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"
#include "engine/version.h"
#include "net/network.h"
#include "process/dialect.h"
#include "rules/position_text.h"
#include "tui/board_drawing.h"

namespace ninefold::engine {

namespace {

namespace ugi = protocol::ugi;
using base::fail;

constexpr std::int64_t kMostHash = 1 << 20;  // MiB

ugi::Option spin(std::string name, std::int64_t value, std::int64_t min, std::int64_t max) {
    return {std::move(name), ugi::Option::Type::kSpin, fmt::to_string(value), min, max, {}};
}

ugi::Option combo(std::string name, std::string value, std::vector<std::string> choices) {
    return {std::move(name),   ugi::Option::Type::kCombo, std::move(value), {}, {},
            std::move(choices)};
}

template <typename T>
base::Result<T> read_number(const ugi::SetOption& option, T min, T max) {
    const auto value = base::parse_number<T>(option.value);
    if (!value || *value < min || *value > max) {
        return fail("option {}: {} is not a number from {} to {}", option.name,
                    base::quoted(option.value), min, max);
    }
    return *value;
}

/// Sets `field` from a number, or says why not.
template <typename T>
base::Result<void> set_number(const ugi::SetOption& option, T min, T max, T& field) {
    const auto value = read_number<T>(option, min, max);
    if (!value) return value.error();
    field = *value;
    return {};
}

constexpr std::string_view kGoWords[] = {"depth", "nodes", "movetime", "hardtime", "xtime",
                                         "otime", "xinc",  "oinc",     "p1time",   "p2time",
                                         "p1inc", "p2inc", "infinite", "ponder"};

/// The first word of a `go` that means nothing, or nothing.
std::string_view unknown_go_word(std::string_view line) {
    const auto words = base::split_words(line);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool number = base::parse_number<std::int64_t>(words[i]).has_value();
        if (!number && std::ranges::find(kGoWords, words[i]) == std::end(kGoWords)) return words[i];
    }
    return {};
}

bool has_limit(const protocol::Limits& limits) {
    return limits.move_time || limits.hard_time || limits.x_time || limits.o_time || limits.depth ||
           limits.nodes || limits.infinite || limits.ponder;
}

/// The option that is meant, whatever the case of its letters; as it is where there is none.
std::string option_name(const std::string& name) {
    for (const std::string_view known :
         {"Threads", "Hash", "MultiPV", "Level", "Seed", "Rules", "TieBreak", "Net", "Ponder"}) {
        if (process::same_option(name, known)) return std::string(known);
    }
    return name;
}

constexpr std::string_view kHelp =
    "position startpos moves 44 40   set the position (or: position TEXT moves …)\n"
    "go movetime 1000                think (or: depth N, nodes N, xtime MS otime MS, infinite)\n"
    "stop                            answer now\n"
    "setoption name Level value 5    set an option; 'ugi' lists them\n"
    "uginewgame, isready, d (show the position), quit\n";

}  // namespace

UgiEngine::UgiEngine(std::istream& in, std::FILE* out)
    : in_(in), out_(out), search_(search::make_search(options_)) {}

UgiEngine::~UgiEngine() { finish_thinking(true); }

void UgiEngine::run() {
    for (std::string line; std::getline(in_, line);) {
        auto command = ugi::parse_command(line);
        if (!command) {
            complain(command.error().message);
            continue;
        }
        if (auto* go = std::get_if<ugi::Go>(&*command)) limit(*go, unknown_go_word(line));
        if (!handle(*command)) {
            return finish_thinking(true);
        }
    }
    finish_thinking(endless_);
}

/// A question whose only limit is misspelt must not be endless.
void UgiEngine::limit(ugi::Go& go, std::string_view unknown) {
    if (unknown.empty() || has_limit(go.limits)) return;
    complain(fmt::format("unknown word {} in 'go', which knows {}; thinking for 1 s",
                         base::quoted(unknown), fmt::join(kGoWords, ", ")));
    go.limits.move_time = std::chrono::seconds(1);
}

void UgiEngine::show_position() {
    rules::AnyPosition position = start_;
    for (const rules::Move move : moves_) position = position.after(move);
    const auto last = moves_.empty() ? std::nullopt : std::optional(moves_.back());
    const std::scoped_lock lock(out_mutex_);
    fmt::print(out_, "\n{}\n{}\n{}\n", tui::draw_board(position, last, tui::Style(false)),
               tui::describe(position), rules::to_text(position));
    std::fflush(out_);
}

void UgiEngine::say_help() {
    const std::scoped_lock lock(out_mutex_);
    fmt::print(out_, "{}", kHelp);
    std::fflush(out_);
}

void UgiEngine::say(const ugi::Reply& reply) {
    const std::scoped_lock lock(out_mutex_);
    fmt::print(out_, "{}\n", ugi::to_text(reply));
    std::fflush(out_);
}

void UgiEngine::complain(std::string_view what) {
    protocol::Info info;
    info.text = fmt::format("error: {}", what);
    say(info);
}

bool UgiEngine::handle(const ugi::Command& command) {
    if (std::holds_alternative<ugi::Quit>(command)) return false;
    if (std::holds_alternative<ugi::Hello>(command)) introduce();
    else if (std::holds_alternative<ugi::IsReady>(command)) {
        if (!thinking_) prepare();
        say(ugi::ReadyOk{});
    } else if (std::holds_alternative<ugi::Stop>(command)) finish_thinking(true);
    else if (std::holds_alternative<ugi::PonderHit>(command)) {
        endless_ = false;
        search_->ponder_hit();
    } else if (const auto* unknown = std::get_if<ugi::Unknown>(&command)) {
        if (unknown->word == "d") show_position();
        else if (unknown->word == "help") say_help();
        else if (!unknown->word.empty())
            complain(
                fmt::format("unknown command {}; 'help' lists some", base::quoted(unknown->word)));
    } else if (thinking_) {
        complain("a search is running; 'stop' ends it");
    } else if (const auto* option = std::get_if<ugi::SetOption>(&command)) {
        set_option({option_name(option->name), option->value});
    } else if (std::holds_alternative<ugi::NewGame>(command)) {
        finish_thinking(true);
        search_->new_game();
        prepare();
    } else if (const auto* position = std::get_if<ugi::SetPosition>(&command)) {
        set_position(*position);
    } else if (const auto* question = std::get_if<ugi::Go>(&command)) {
        go(question->limits);
    }
    return true;
}

void UgiEngine::introduce() {
    say(ugi::Id{ugi::Id::Kind::kName, engine_name()});
    say(ugi::Id{ugi::Id::Kind::kAuthor, "the Ninefold authors"});
    say(spin("Threads", options_.threads, 1, search::SearchOptions::kMaxThreads));
    say(spin("Hash", static_cast<std::int64_t>(options_.hash_mb), 1, kMostHash));
    say(spin("MultiPV", options_.multi_pv, 1, 81));
    say(spin("Level", options_.level, 1, search::SearchOptions::kFullLevel));
    say(spin("Seed", 0, 0, INT64_MAX));
    std::vector<std::string> rulesets;
    for (const rules::Ruleset each : rules::kRulesets) rulesets.emplace_back(rules::name(each));
    say(combo("Rules", rulesets.front(), rulesets));
    say(combo("TieBreak", "draw", {"draw", "majority"}));
    say(ugi::Option{"Net", ugi::Option::Type::kString, "built-in", {}, {}, {}});
    say(ugi::Option{"Ponder", ugi::Option::Type::kCheck, "false", {}, {}, {}});
    say(ugi::UgiOk{});
}

base::Result<void> UgiEngine::set_net(std::string_view value) {
    if (value == "built-in" || value == "hand") {
        options_.use_net = value == "built-in";
        options_.net.reset();
        return {};
    }
    auto network = net::Network::load(value);
    if (!network) return network.error();
    options_.net = std::make_shared<const net::Network>(std::move(*network));
    options_.use_net = false;  // under other rules than its own: nobody asked for the built-in one
    return {};
}

void UgiEngine::prepare() {
    if (options_.net && options_.net->rules() != rules()) {
        complain(fmt::format("network '{}' is for {}; {} is evaluated without a network",
                             options_.net->name(), rules::name(options_.net->rules()),
                             rules::name(rules())));
    }
    search_->prepare(rules());
}

base::Result<void> UgiEngine::apply_option(const ugi::SetOption& option) {
    if (option.name == "Threads") {
        return set_number(option, 1, search::SearchOptions::kMaxThreads, options_.threads);
    }
    if (option.name == "Hash") {
        return set_number<std::size_t>(option, 1, kMostHash, options_.hash_mb);
    }
    if (option.name == "MultiPV") return set_number(option, 1, 81, options_.multi_pv);
    if (option.name == "Level") {
        return set_number(option, 1, search::SearchOptions::kFullLevel, options_.level);
    }
    if (option.name == "Seed")
        return set_number<std::uint64_t>(option, 0, UINT64_MAX, options_.seed);
    if (option.name == "Net") return set_net(option.value);
    if (option.name == "Ponder") return {};  // `go ponder` says so each time
    if (option.name == "Rules") {
        const auto rules = rules::parse_rules(option.value);
        if (!rules) return rules.error();
        ruleset_ = rules->ruleset;
        tie_break_ = rules->tie_break;
        return {};
    }
    if (option.name == "TieBreak") {
        const auto tie_break = rules::parse_tie_break(option.value);
        if (!tie_break) return tie_break.error();
        tie_break_ = *tie_break;
        return {};
    }
    return fail("unknown option {}; 'ugi' lists them", base::quoted(option.name));
}

void UgiEngine::set_option(const ugi::SetOption& option) {
    finish_thinking(true);
    if (const auto applied = apply_option(option); !applied)
        return complain(applied.error().message);
    if (option.name == "Rules" || option.name == "TieBreak") {
        start_ = rules::AnyPosition::start(rules());
        moves_.clear();
    } else {
        search_->set_options(options_);
    }
}

void UgiEngine::set_position(const ugi::SetPosition& command) {
    const auto position = ugi::replay(command, rules());
    if (!position) return complain(position.error().message);
    start_ = command.start.value_or(rules::AnyPosition::start(rules()));
    moves_ = command.moves;
    search_->prepare(start_.rules());
}

void UgiEngine::go(const protocol::Limits& limits) {
    finish_thinking(true);
    // Without any limit the question would never end by itself.
    const bool timed = limits.move_time || limits.x_time || limits.o_time;
    endless_ = limits.infinite || limits.ponder || !(timed || limits.depth || limits.nodes);
    protocol::Limits asked = limits;
    asked.infinite = endless_ && !limits.ponder;
    thinking_ = true;
    thinker_ = std::jthread([this, asked](std::stop_token stop) { think(asked, std::move(stop)); });
}

void UgiEngine::think(const protocol::Limits& limits, std::stop_token stop) {
    const auto result = search_->think(start_, moves_, limits, stop,
                                       [this](const protocol::Info& info) { say(info); });
    if (limits.infinite && !stop.stop_requested()) {
        // Done early, but the answer is due at `stop`.
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait(lock, stop, [] { return false; });
    }
    ugi::BestMove answer;
    if (result.move) answer.what = *result.move;
    else answer.what = ugi::NoMove{};
    answer.ponder = result.ponder;
    thinking_ = false;
    say(answer);
}

void UgiEngine::finish_thinking(bool stop_it) {
    if (!thinker_.joinable()) return;
    if (stop_it) thinker_.request_stop();
    thinker_.join();
    endless_ = false;
}

}  // namespace ninefold::engine

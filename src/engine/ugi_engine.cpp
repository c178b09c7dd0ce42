// SPDX-License-Identifier: MIT
#include "engine/ugi_engine.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"
#include "base/try.h"
#include "base/wait_for_stop.h"
#include "engine/version.h"
#include "net/network.h"
#include "pictures/board_text.h"
#include "protocol/ugi.h"
#include "rules/position_text.h"
#include "search/search.h"

namespace ninefold::engine {

namespace {

namespace ugi = protocol::ugi;
using base::fail;

/// An option that is a number of the search's own options.
struct NumberOption {
    std::string_view name;
    std::uint64_t min, max;
    std::variant<int search::SearchOptions::*, std::uint64_t search::SearchOptions::*> field;
};

constexpr NumberOption kNumbers[] = {
    {"Threads", 1, search::SearchOptions::kMaxThreads, &search::SearchOptions::threads},
    {"Hash", 1, search::SearchOptions::kMaxHashMb, &search::SearchOptions::hash_mb},
    {"MultiPV", 1, 81, &search::SearchOptions::multi_pv},
    {"Level", 1, search::SearchOptions::kFullLevel, &search::SearchOptions::level},
    {"Seed", 0, UINT64_MAX, &search::SearchOptions::seed}};

ugi::Option describe(const NumberOption& option, const search::SearchOptions& now) {
    const auto value =
        std::visit([&](auto field) { return fmt::to_string(now.*field); }, option.field);
    const auto max = std::min<std::uint64_t>(option.max, INT64_MAX);
    return {std::string(option.name),
            ugi::Option::Type::kSpin,
            value,
            static_cast<std::int64_t>(option.min),
            static_cast<std::int64_t>(max),
            {}};
}

base::Result<void> set_number(const NumberOption& option, const std::string& text,
                              search::SearchOptions& options) {
    const auto value = base::parse_number<std::uint64_t>(text);
    if (!value || *value < option.min || *value > option.max) {
        return fail("option {}: {} is not a number from {} to {}", option.name, base::quoted(text),
                    option.min, option.max);
    }
    const auto set = [&]<typename Field>(Field search::SearchOptions::*field) {
        options.*field = static_cast<Field>(*value);
    };
    std::visit(set, option.field);
    return {};
}

ugi::Option combo(std::string name, std::vector<std::string> choices) {
    return {std::move(name), ugi::Option::Type::kCombo, choices.front(), {}, {}, choices};
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
    std::vector<std::string_view> known = {"Rules", "TieBreak", "Net", "Ponder"};
    for (const NumberOption& option : kNumbers) known.push_back(option.name);
    const auto same = [&](std::string_view each) { return ugi::same_option(name, each); };
    const auto found = std::ranges::find_if(known, same);
    return found == known.end() ? name : std::string(*found);
}

constexpr const char* kHelp =
    "position startpos moves 44 40   set the position (or: position TEXT moves …)\n"
    "go movetime 1000                think (or: depth N, nodes N, xtime MS otime MS, infinite)\n"
    "stop                            answer now\n"
    "setoption name Level value 5    set an option; 'ugi' lists them\n"
    "uginewgame, isready, d (show the position), quit\n";

class UgiEngine {
public:
    UgiEngine(std::istream& in, std::FILE* out)
        : in_(in), out_(out), search_(search::make_search(options_)) {}

    ~UgiEngine() { finish_thinking(true); }

    void run() {
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

private:
    /// A question whose only limit is misspelt must not be endless.
    void limit(ugi::Go& go, std::string_view unknown) {
        if (unknown.empty() || has_limit(go.limits)) return;
        complain(fmt::format("unknown word {} in 'go', which knows {}; thinking for 1 s",
                             base::quoted(unknown), fmt::join(kGoWords, ", ")));
        go.limits.move_time = std::chrono::seconds(1);
    }

    void print(const std::string& text) {
        const std::scoped_lock lock(out_mutex_);
        fmt::print(out_, "{}", text);
        std::fflush(out_);
    }

    void show_position() {
        rules::AnyPosition position = start_;
        for (const rules::Move move : moves_) position = position.after(move);
        const auto last = moves_.empty() ? std::nullopt : std::optional(moves_.back());
        print(fmt::format("\n{}\n{}\n{}\n",
                          pictures::board_text(position, last, pictures::TextStyle(false)),
                          pictures::describe(position), rules::to_text(position)));
    }

    void say(const ugi::Reply& reply) { print(ugi::to_text(reply) + '\n'); }

    void complain(std::string_view what) {
        protocol::Info info;
        info.text = fmt::format("error: {}", what);
        say(info);
    }

    bool handle(const ugi::Command& command) {
        const auto* word = std::get_if<ugi::Word>(&command);
        const auto is = [&](ugi::Word each) { return word != nullptr && *word == each; };
        if (is(ugi::Word::kQuit)) return false;
        if (is(ugi::Word::kUgi)) introduce();
        else if (is(ugi::Word::kIsReady)) {
            if (!thinking_) prepare();
            say(ugi::Ok::kReady);
        } else if (is(ugi::Word::kStop)) finish_thinking(true);
        else if (is(ugi::Word::kPonderHit)) {
            endless_ = false;
            search_->ponder_hit();
        } else if (const auto* unknown = std::get_if<ugi::Unknown>(&command)) {
            if (unknown->word == "d") show_position();
            else if (unknown->word == "help") print(kHelp);
            else if (!unknown->word.empty())
                complain(fmt::format("unknown command {}; 'help' lists some",
                                     base::quoted(unknown->word)));
        } else if (thinking_) {
            complain("a search is running; 'stop' ends it");
        } else if (const auto* option = std::get_if<ugi::SetOption>(&command)) {
            set_option({option_name(option->name), option->value});
        } else if (is(ugi::Word::kNewGame)) {
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

    void introduce() {
        say(ugi::Id{ugi::Id::Kind::kName, engine_name()});
        say(ugi::Id{ugi::Id::Kind::kAuthor, "the Ninefold authors"});
        for (const NumberOption& option : kNumbers) say(describe(option, options_));
        std::vector<std::string> rulesets;
        for (const rules::Ruleset each : rules::kRulesets) rulesets.emplace_back(rules::name(each));
        say(combo("Rules", rulesets));
        say(combo("TieBreak", {"draw", "majority"}));
        say(ugi::Option{"Net", ugi::Option::Type::kString, "built-in", {}, {}, {}});
        say(ugi::Option{"Ponder", ugi::Option::Type::kCheck, "false", {}, {}, {}});
        say(ugi::Ok::kUgi);
    }

    base::Result<void> set_net(std::string_view value) {
        if (value == "built-in" || value == "hand") {
            options_.use_net = value == "built-in";
            options_.net.reset();
            return {};
        }
        options_.net = std::make_shared<const net::Network>(TRY(net::Network::load(value)));
        options_.use_net =
            false;  // under other rules than its own: nobody asked for the built-in one
        return {};
    }

    void prepare() {
        if (options_.net && options_.net->rules() != rules()) {
            complain(fmt::format("network '{}' is for {}; {} is evaluated without a network",
                                 options_.net->name(), rules::name(options_.net->rules()),
                                 rules::name(rules())));
        }
        search_->prepare(rules());
    }

    base::Result<void> apply_option(const ugi::SetOption& option) {
        for (const NumberOption& number : kNumbers) {
            if (option.name == number.name) return set_number(number, option.value, options_);
        }
        if (option.name == "Net") return set_net(option.value);
        if (option.name == "Ponder") return {};  // `go ponder` says so each time
        if (option.name == "Rules") {
            const auto rules = TRY(rules::parse_rules(option.value));
            ruleset_ = rules.ruleset;
            tie_break_ = rules.tie_break;
            return {};
        }
        if (option.name == "TieBreak") {
            tie_break_ = TRY(rules::parse_tie_break(option.value));
            return {};
        }
        return fail("unknown option {}; 'ugi' lists them", base::quoted(option.name));
    }

    void set_option(const ugi::SetOption& option) {
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

    void set_position(const ugi::SetPosition& command) {
        const auto position = ugi::replay(command, rules());
        if (!position) return complain(position.error().message);
        start_ = command.start.value_or(rules::AnyPosition::start(rules()));
        moves_ = command.moves;
        search_->prepare(start_.rules());
    }

    void go(const protocol::Limits& limits) {
        finish_thinking(true);
        // Without any limit the question would never end by itself.
        const bool timed = limits.move_time || limits.x_time || limits.o_time;
        endless_ = limits.infinite || limits.ponder || !(timed || limits.depth || limits.nodes);
        protocol::Limits asked = limits;
        asked.infinite = endless_ && !limits.ponder;
        thinking_ = true;
        thinker_ =
            std::jthread([this, asked](std::stop_token stop) { think(asked, std::move(stop)); });
    }

    void think(const protocol::Limits& limits, std::stop_token stop) {
        const auto result = search_->think(start_, moves_, limits, stop,
                                           [this](const protocol::Info& info) { say(info); });
        if (limits.infinite && !stop.stop_requested()) {
            // Done early, but the answer is due at `stop`.
            while (!base::wait_for_stop(stop, std::chrono::hours(1))) {
            }
        }
        ugi::BestMove answer;
        if (result.move) answer.what = *result.move;
        else answer.what = ugi::NoMove::kNone;
        answer.ponder = result.ponder;
        thinking_ = false;
        say(answer);
    }

    void finish_thinking(bool stop_it) {
        if (!thinker_.joinable()) return;
        if (stop_it) thinker_.request_stop();
        thinker_.join();
        endless_ = false;
    }

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

}  // namespace

void play_ugi(std::istream& in, std::FILE* out) { UgiEngine(in, out).run(); }

}  // namespace ninefold::engine

// SPDX-License-Identifier: MIT
#include <map>
#include <mutex>

#include "arena/adjudicate.h"
#include "arena/bot_check.h"
#include "arena/match.h"
#include "arena/openings.h"
#include "base/foreign_text.h"
#include "binding/callable_bot.h"
#include "binding/convert.h"
#include "binding/played_position.h"
#include "binding/stoppable.h"
#include "process/process_supervisor.h"

namespace ninefold::python {

namespace {

/// The options that ninefold.match and ninefold.check pass on, each with a value.
class Options {
public:
    explicit Options(py::dict values) : values_(std::move(values)) {}

    py::object operator[](const char* name) const { return values_[name]; }
    std::string text(const char* name) const { return py::cast<std::string>(values_[name]); }
    int number(const char* name, std::int64_t low, std::int64_t high) const {
        return static_cast<int>(in_range(name, py::cast<std::int64_t>((*this)[name]), low, high));
    }
    std::uint64_t seed() const { return py::cast<std::uint64_t>((*this)["seed"]); }

private:
    py::dict values_;
};

/// What makes the bots of a match or a check, and what they share.
class Makers {
public:
    explicit Makers(const Options& options)
        : supervisor_(std::make_shared<process::ProcessSupervisor>()),
          threads_(std::make_shared<CallingThreads>()) {
        house_.sandbox.enabled = py::cast<bool>(options["sandbox"]);
        house_.hosts = options.text("hosts");
        house_.limits.quit_grace = arena::CheckSpec{}.quit_grace;
    }

    /// (name, function) or the source of a bot as on the command line.
    sources::BotSource source(const py::object& bot) const {
        if (PyUnicode_Check(bot.ptr()) != 0) {
            return value_or_throw(
                sources::BotSource::parse(py::cast<std::string>(bot), house_, supervisor_));
        }
        const auto pair = py::cast<py::tuple>(bot);
        sources::BotSource source;
        source.text = source.name = base::safe_name(py::cast<std::string>(pair[0]));
        source.description = "a Python function";
        source.make = [function = Callable(pair[1]), threads = threads_](int, const sources::Paths&)
            -> base::Result<std::unique_ptr<bots::Bot>> {
            return std::unique_ptr<bots::Bot>(std::make_unique<CallableBot>(function, threads));
        };
        return source;
    }

    /// What Ctrl-C does besides.
    std::function<void()> on_interrupt() const {
        return [threads = threads_] { threads->interrupt(); };
    }

private:
    sources::HouseRules house_;
    std::shared_ptr<process::ProcessSupervisor> supervisor_;
    std::shared_ptr<CallingThreads> threads_;
};

/// Keeps the games in memory, where Python wants them.
class MemoryKeeper final : public arena::GameKeeper {
public:
    explicit MemoryKeeper(bool keeps) : keeps_(keeps) {}

    void keep(int number, record::GameRecord game, OnKept on_kept) override {
        if (keeps_) {
            const std::lock_guard lock(mutex_);
            games_.emplace(number, std::move(game));
        }
        on_kept({});
    }
    py::list games() const {
        py::list list;
        for (const auto& [number, game] : games_) list.append(game);
        return list;
    }

private:
    bool keeps_;
    std::mutex mutex_;
    std::map<int, record::GameRecord> games_;
};

/// Calls a Python function with each finished game. What it raises stops the match.
class GameListener final : public arena::EventSink {
public:
    explicit GameListener(py::object function) : function_(std::move(function)) {}

    void on_event(const arena::Event& event) override {
        const auto* const ended = std::get_if<arena::GameEnded>(&event);
        if (ended == nullptr || function_.is_none()) return;
        const py::gil_scoped_acquire held;
        if (raised_) return;
        try {
            function_(*ended->record);
        } catch (const py::error_already_set& error) {
            raised_.emplace(error);
            stop_.request_stop();
        }
    }
    bool wants_moves() const override { return false; }
    std::stop_source& stop() { return stop_; }
    void rethrow() const {
        if (raised_) throw py::error_already_set(*raised_);
    }

private:
    py::object function_;
    std::optional<py::error_already_set> raised_;
    std::stop_source stop_;
};

rules::AnyPosition first_position(const Options& options) {
    const py::object start = options["start"];
    if (PyUnicode_Check(start.ptr()) != 0) {
        return rules::AnyPosition::start(to_rules(py::cast<std::string>(start)));
    }
    const rules::AnyPosition first = start.cast<const PlayedPosition&>().position();
    if (first.is_over()) throw py::value_error("the games would start from one that is over");
    return first;
}

arena::MatchSpec make_spec(const Options& options, const std::array<sources::BotSource, 2>& bots) {
    arena::MatchSpec spec;
    spec.a_source = bots[0].text;
    spec.b_source = bots[1].text;
    const auto names = sources::distinct_names(bots);
    spec.a_name = names[0];
    spec.b_name = names[1];
    spec.start = first_position(options);
    spec.time_control = value_or_throw(arena::parse_time_control(options.text("time")));
    if (!options["time_b"].is_none()) {
        spec.time_control_b = value_or_throw(arena::parse_time_control(options.text("time_b")));
    }
    spec.format =
        options["format"].is_none()
            ? arena::MatchFormat::games(options.number("games", 1, arena::MatchFormat::kMostGames))
            : value_or_throw(arena::MatchFormat::parse(options.text("format")));
    spec.openings = value_or_throw(arena::Openings::parse(options.text("openings"), spec.start));
    spec.starter = value_or_throw(arena::parse_name<arena::Starter>(options.text("starter")));
    spec.seed = options.seed();
    spec.adjudication.how =
        value_or_throw(arena::parse_name<arena::Adjudicate>(options.text("adjudicate")));
    return spec;
}

std::vector<std::string> notes_on(const std::array<sources::BotSource, 2>& bots,
                                  const arena::MatchSpec& spec) {
    std::vector<std::string> notes;
    for (const sources::BotSource& bot : bots) {
        for (const std::string& note : bot.notes) {
            notes.push_back(fmt::format("{}: {}", bot.name, note));
        }
        const auto note = value_or_throw(arena::check_beginning(bot, spec.start, spec.openings));
        if (note) notes.push_back(fmt::format("{} {}", bot.name, *note));
    }
    return notes;
}

py::dict report_of(const arena::MatchSpec& spec, const arena::MatchReport& report) {
    using namespace py::literals;
    const arena::Score& score = report.score;
    const arena::EloEstimate elo = score.elo();
    return py::dict("names"_a = py::make_tuple(spec.a_name, spec.b_name), "wins"_a = score.wins(),
                    "draws"_a = score.draws(), "losses"_a = score.losses(), "elo"_a = elo.elo,
                    "elo_low"_a = elo.low, "elo_high"_a = elo.high,
                    "superiority"_a = elo.superiority, "pairs"_a = py::cast(score.pentanomial()),
                    "winner"_a = report.winner ? py::object(py::str(std::string(1, *report.winner)))
                                               : py::object(py::none()),
                    "verdict"_a = report.verdict);
}

py::dict run_match(const py::object& a, const py::object& b, const py::dict& values,
                   const py::object& on_game) {
    const Options options(values);
    const Makers makers(options);
    const std::array bots = {makers.source(a), makers.source(b)};
    const arena::MatchSpec spec = make_spec(options, bots);
    const std::vector<std::string> notes = notes_on(bots, spec);
    MemoryKeeper keeper(py::cast<bool>(options["keep_games"]));
    GameListener listener(on_game);
    arena::Match match(spec);
    const arena::GamePlace place{.maker = arena::maker_of({bots[0], bots[1]}),
                                 .slots = options.number("concurrency", 1, 1024)};
    const auto report = run_stoppable(
        [&](const std::stop_token& stop) {
            const std::stop_callback pass_on(stop, [&] { listener.stop().request_stop(); });
            return match.run(place, keeper, listener, listener.stop().get_token());
        },
        makers.on_interrupt());
    listener.rethrow();
    py::dict result = report_of(spec, value_or_throw(report));
    result["notes"] = notes;
    result["games"] = keeper.games();
    return result;
}

std::string_view verdict_word(arena::CheckVerdict verdict) {
    switch (verdict) {
        case arena::CheckVerdict::kFailed: return "failed";
        case arena::CheckVerdict::kSkipped: return "skipped";
        case arena::CheckVerdict::kOk: break;
    }
    return "ok";
}

py::tuple run_check(const py::object& bot, const py::dict& values) {
    const Options options(values);
    const Makers makers(options);
    const sources::BotSource source = makers.source(bot);
    arena::CheckSpec spec;
    spec.rules = to_rules(options.text("rules"));
    spec.time_control = value_or_throw(arena::parse_time_control(options.text("time")));
    spec.games = options.number("games", 2, 10'000);
    spec.patience = std::chrono::duration_cast<std::chrono::seconds>(
        to_duration(options["patience"], "patience"));
    spec.seed = options.seed();
    std::vector<arena::CheckLine> lines;
    const bool ok = run_stoppable(
        [&](const std::stop_token& stop) {
            spec.stop = stop;
            return arena::check_bot(source, spec,
                                    [&](const arena::CheckLine& line) { lines.push_back(line); });
        },
        makers.on_interrupt());
    py::list report;
    for (const arena::CheckLine& line : lines) {
        report.append(
            py::make_tuple(line.check, verdict_word(line.verdict), line.sentence, line.log));
    }
    return py::make_tuple(ok, source.name, source.description, source.notes, report);
}

}  // namespace

void bind_match(py::module_& module) {
    module.def("run_match", &run_match, py::arg("a"), py::arg("b"), py::arg("options"),
               py::arg("on_game"));
    module.def("run_check", &run_check, py::arg("bot"), py::arg("options"));
}

}  // namespace ninefold::python

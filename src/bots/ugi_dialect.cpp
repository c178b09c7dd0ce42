// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/foreign_text.h"
#include "bots/dialect.h"
#include "protocol/ugi.h"
#include "rules/position_text.h"

namespace ninefold::bots {

namespace {

namespace ugi = protocol::ugi;
using rules::Ending;

class UgiDialect final : public Dialect {
public:
    UgiDialect(BotOptions options, bool ponders)
        : options_(std::move(options)), ponders_(ponders) {}

    bool plays_many_games() const override { return true; }

    void greet(std::string& text) override {
        declared_.clear();
        name_.clear();
        options_sent_ = false;
        text += "ugi\n";
    }

    base::Result<bool> begin_game(const GameSetup& setup, std::string& text) override {
        if (!options_sent_) {
            if (const auto sent = send_options(text); !sent) return sent.error();
            options_sent_ = true;
        }
        const rules::Rules rules = setup.start.rules();
        set("Rules", rules::name(rules.ruleset), text);
        set("TieBreak", rules::name(rules.tie_break), text);
        // Spins are signed everywhere; the seed's highest bit would not be read back.
        set("Seed", fmt::format("{}", setup.seed & 0x7fff'ffff'ffff'ffffULL), text);
        set("GameNumber", fmt::format("{}", setup.number), text);
        text += "uginewgame\nisready\n";
        start_ = setup.start;
        start_text_ = "position " + rules::to_text(setup.start);
        return true;
    }

    void ask(const Question& question, std::string& text) override {
        if (question.start != start_) {
            start_ = question.start;
            start_text_ = "position " + rules::to_text(question.start);
        }
        text += start_text_;
        ugi::append_moves(text, question.moves);
        text += '\n';
        ugi::append_go(text, question.limits);
        text += '\n';
    }

    void stop(std::string& text) override { text += "stop\n"; }
    void take_leave(std::string& text) override { text += "quit\n"; }
    std::string_view name() const override { return name_; }

    Heard hear(std::string_view line, Awaited awaited) override {
        auto reply = ugi::parse_reply(line);
        if (reply) {
            return std::visit([&](auto& r) { return understand(r, line, awaited); }, *reply);
        }
        // A broken line matters where it was to be an answer.
        if (awaited == Awaited::kMove || line.starts_with("forfeit")) {
            return Failure{Ending::kGarbage, fmt::format("answered {}: {}", base::quoted(line, 60),
                                                         reply.error().message)};
        }
        return {};
    }

private:
    Heard understand(const ugi::Unknown& r, std::string_view line, Awaited awaited) const {
        if (awaited != Awaited::kMove || r.word.empty()) return {};
        return Failure{Ending::kGarbage,
                       fmt::format("wrote {} while a move was awaited; only UGI lines may come "
                                   "then",
                                   base::quoted(line, 60))};
    }
    Heard understand(const ugi::Id& r, std::string_view, Awaited awaited) {
        if (r.kind == ugi::Id::Kind::kName && awaited == Awaited::kGreeting) name_ = r.text;
        return {};
    }
    Heard understand(const ugi::Option& r, std::string_view, Awaited awaited) {
        constexpr std::size_t kMaxOptions = 200;
        if (awaited == Awaited::kGreeting && declared_.size() < kMaxOptions) {
            declared_.push_back(r.name);
        }
        return {};
    }
    Heard understand(const ugi::UgiOk&, std::string_view, Awaited) const { return Greeted{}; }
    Heard understand(const ugi::ReadyOk&, std::string_view, Awaited) const { return Ready{}; }
    Heard understand(protocol::Info& r, std::string_view, Awaited) const { return std::move(r); }
    Heard understand(const ugi::BestMove& r, std::string_view line, Awaited awaited) const {
        if (awaited != Awaited::kMove) {
            return Failure{Ending::kGarbage,
                           fmt::format("wrote {} when nobody had asked for a move",
                                       base::quoted(line, 60))};
        }
        if (const auto* move = std::get_if<rules::Move>(&r.what)) return *move;
        if (std::holds_alternative<ugi::Resign>(r.what)) return Resignation{};
        return Failure{Ending::kIllegalMove, "said that it finds no move, where there is one"};
    }
    Heard understand(const ugi::Forfeit& r, std::string_view, Awaited) const {
        return Failure{r.ending,
                       r.sentence.empty() ? std::string(rules::name(r.ending)) : r.sentence};
    }

    bool declares(std::string_view option) const {
        return std::find(declared_.begin(), declared_.end(), option) != declared_.end();
    }
    void set(std::string_view option, std::string_view value, std::string& text) const {
        if (declares(option)) text += fmt::format("setoption name {} value {}\n", option, value);
    }
    base::Result<void> send_options(std::string& text) const {
        set("Ponder", ponders_ ? "true" : "false", text);
        for (const auto& [name, value] : options_) {
            if (!declares(name)) {
                return base::fail("has no option {}; it declares {}", base::quoted(name),
                                  declared_.empty()
                                      ? "none"
                                      : fmt::format("{}", fmt::join(declared_, ", ")));
            }
            text += fmt::format("setoption name {} value {}\n", name, value);
        }
        return {};
    }

    BotOptions options_;
    bool ponders_;
    bool options_sent_ = false;
    std::vector<std::string> declared_;
    std::string name_;
    rules::AnyPosition start_;
    std::string start_text_;
};

}  // namespace

std::unique_ptr<Dialect> make_ugi_dialect(BotOptions options, bool ponders) {
    return std::make_unique<UgiDialect>(std::move(options), ponders);
}

}  // namespace ninefold::bots

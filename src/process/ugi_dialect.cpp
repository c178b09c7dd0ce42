// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/foreign_text.h"
#include "base/joined.h"
#include "base/number.h"
#include "base/try.h"
#include "process/dialect.h"
#include "protocol/ugi.h"
#include "rules/position_text.h"

namespace ninefold::process {

namespace {

namespace ugi = protocol::ugi;
using rules::Ending;

/// What a value would have to be, by the option's own declaration; empty where it is fine.
std::string why_refused(const ugi::Option& option, std::string_view value) {
    switch (option.type) {
        case ugi::Option::Type::kCheck:
            return value == "true" || value == "false" ? "" : "it is true or false";
        case ugi::Option::Type::kSpin: {
            const auto number = base::parse_number<std::int64_t>(value);
            const std::int64_t min = option.min.value_or(INT64_MIN);
            const std::int64_t max = option.max.value_or(INT64_MAX);
            if (number && *number >= min && *number <= max) return "";
            return option.min && option.max
                       ? fmt::format("it is a whole number from {} to {}", min, max)
                       : "it is a whole number within its limits";
        }
        case ugi::Option::Type::kCombo: {
            if (std::ranges::find(option.choices, value) != option.choices.end()) return "";
            return fmt::format("it is one of {}", fmt::join(option.choices, ", "));
        }
        case ugi::Option::Type::kButton: return value.empty() ? "" : "a button takes no value";
        case ugi::Option::Type::kString: break;
    }
    return "";
}

class UgiDialect final : public Dialect {
public:
    UgiDialect(UgiOptions options, bool ponders)
        : options_(std::move(options)), ponders_(ponders) {}

    bool plays_many_games() const override { return true; }

    std::string_view greet() override {
        declared_.clear();
        name_.clear();
        author_.clear();
        options_sent_ = false;
        return "ugi\n";
    }

    base::Result<bool> begin_game(const bots::GameSetup& setup, std::string& text) override {
        if (!options_sent_) {
            TRY(send_options(text));
            options_sent_ = true;
        }
        const rules::Rules rules = setup.start.rules();
        set("Rules", rules::name(rules.ruleset), text);
        set("TieBreak", rules::name(rules.tie_break), text);
        // Spins are signed everywhere; the seed's highest bit would not be read back.
        set("Seed", fmt::format("{}", setup.seed & 0x7fff'ffff'ffff'ffffULL), text);
        set("Side", setup.side == rules::Side::kX ? "x" : "o", text);
        set("GameNumber", fmt::format("{}", setup.number), text);
        text += "uginewgame\nisready\n";
        start_ = setup.start;
        start_text_ = "position " + rules::to_text(setup.start);
        return true;
    }

    void ask(const bots::Question& question, std::string& text) override {
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

    std::string_view stop_command() const override { return "stop\n"; }
    std::string_view quit_command() const override { return "quit\n"; }
    std::string_view name() const override { return name_; }
    std::string_view author() const override { return author_; }

    Heard hear(std::string_view line, Awaited awaited) override {
        auto reply = ugi::parse_reply(line);
        if (reply) {
            return std::visit([&](auto& r) { return understand(r, line, awaited); }, *reply);
        }
        // A broken line matters where it was to be an answer.
        if (awaited == Awaited::kMove || line.starts_with("forfeit")) {
            return bots::Failure{Ending::kGarbage,
                                 fmt::format("answered {}: {}", base::quoted(line, 60),
                                             reply.error().message)};
        }
        return {};
    }

private:
    Heard understand(const ugi::Unknown& r, std::string_view line, Awaited awaited) const {
        if (awaited != Awaited::kMove || r.word.empty()) return {};
        return bots::Failure{
            Ending::kGarbage,
            fmt::format("wrote {} while a move was awaited; only UGI lines may come then: "
                        "write for people to standard error or after 'info string'",
                        base::quoted(line, 60))};
    }
    Heard understand(const ugi::Id& r, std::string_view, Awaited awaited) {
        // Some know it only once their game's object is made.
        if (awaited != Awaited::kGreeting && awaited != Awaited::kReady) return {};
        (r.kind == ugi::Id::Kind::kName ? name_ : author_) = r.text;
        return {};
    }
    Heard understand(const ugi::Option& r, std::string_view, Awaited awaited) {
        constexpr std::size_t kMaxOptions = 200;
        if (awaited == Awaited::kGreeting && declared_.size() < kMaxOptions) {
            declared_.push_back(r);
        }
        return {};
    }
    Heard understand(ugi::Ok r, std::string_view, Awaited) const {
        return r == ugi::Ok::kUgi ? Awaited::kGreeting : Awaited::kReady;
    }
    Heard understand(protocol::Info& r, std::string_view, Awaited) const { return std::move(r); }
    Heard understand(const ugi::BestMove& r, std::string_view line, Awaited awaited) const {
        if (awaited != Awaited::kMove) {
            return bots::Failure{Ending::kGarbage,
                                 fmt::format("wrote {} when nobody had asked for a move",
                                             base::quoted(line, 60))};
        }
        if (const auto* move = std::get_if<rules::Move>(&r.what)) return *move;
        if (std::get<ugi::NoMove>(r.what) == ugi::NoMove::kResign) return bots::Resignation{};
        return bots::Failure{Ending::kIllegalMove,
                             "said that it finds no move, where there is one"};
    }
    /// A host's sentence has a subject of its own ("select_move raised …"); ours have the bot.
    Heard understand(const ugi::Forfeit& r, std::string_view, Awaited) const {
        std::string_view sentence = r.sentence.empty() ? rules::name(r.ending) : r.sentence;
        if (sentence.ends_with('.')) sentence.remove_suffix(1);
        return bots::Failure{r.ending, fmt::format("failed: {}", sentence)};
    }

    const ugi::Option* declared(std::string_view option) const {
        const auto found = std::ranges::find_if(declared_, [&](const ugi::Option& each) {
            return ugi::same_option(each.name, option);
        });
        return found == declared_.end() ? nullptr : &*found;
    }
    void set(std::string_view option, std::string_view value, std::string& text) const {
        const ugi::Option* const known = declared(option);
        if (known != nullptr) send(known->name, value, text);
    }
    static void send(std::string_view option, std::string_view value, std::string& text) {
        text += ugi::to_text(ugi::SetOption{std::string(option), std::string(value)}) + '\n';
    }
    base::Result<void> send_options(std::string& text) const {
        set("Ponder", ponders_ ? "true" : "false", text);
        for (const auto& [name, value] : options_) {
            // A bot that declares nothing at all has left it to us to know what it understands.
            if (declared_.empty()) {
                send(name, value, text);
                continue;
            }
            const ugi::Option* const known = declared(name);
            if (known == nullptr) {
                return base::fail("has no option {}; it declares {}", base::quoted(name),
                                  base::joined(declared_, ", ", &ugi::Option::name));
            }
            if (const std::string wanted = why_refused(*known, value); !wanted.empty()) {
                return base::fail("cannot set its option {} to {}: {}", known->name,
                                  base::quoted(value), wanted);
            }
            send(known->name, value, text);
        }
        return {};
    }

    UgiOptions options_;
    bool ponders_;
    bool options_sent_ = false;
    std::vector<ugi::Option> declared_;
    std::string name_, author_;
    rules::AnyPosition start_;
    std::string start_text_;
};

}  // namespace

std::unique_ptr<Dialect> make_ugi_dialect(UgiOptions options, bool ponders) {
    return std::make_unique<UgiDialect>(std::move(options), ponders);
}

}  // namespace ninefold::process

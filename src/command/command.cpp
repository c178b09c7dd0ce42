// SPDX-License-Identifier: MIT
#include "command/command.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/did_you_mean.h"
#include "base/foreign_text.h"
#include "base/split.h"
#include "command/command_outline.h"
#include "command/number_check.h"

namespace ninefold::command {

namespace {

/// With the description that CLI11's own check shows in the help. It comes before the check of the
/// option's type, whose range is wider.
template <typename Number>
CLI::Option* check_range(CLI::Option& option, Number least, Number most,
                         const std::string& description) {
    const auto complaint = [least, most](const std::string& text) {
        return number_complaint<Number>(text, least, most);
    };
    return option.transform(CLI::Validator(complaint, description));
}

/// Without the lists of options that an option needs or excludes: a refusal names them.
class HelpFormatter final : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option* option) const override {
        std::string text = CLI::Formatter::make_option_opts(option);
        for (const char* list : {" Needs:", " Excludes:"}) {
            text.erase(std::min(text.find(list), text.size()));
        }
        return text;
    }
};

template <typename Target>
struct ValueOf {
    using Type = Target;
};
template <typename T>
struct ValueOf<std::optional<T>> {
    using Type = T;
};
template <typename T>
struct ValueOf<std::vector<T>> {
    using Type = T;
};

/// Checks that a value is a number that fits into the target, where that takes numbers.
template <typename Target>
void check_type(CLI::Option& option) {
    using Number = typename ValueOf<Target>::Type;
    if constexpr (std::is_arithmetic_v<Number>) {
        const auto rewrite = [](std::string& text) {
            std::string complaint = number_complaint<Number>(text);
            // CLI11 takes a number that begins with 0 for an octal one.
            if constexpr (std::is_integral_v<Number>) {
                if (complaint.empty()) text = fmt::to_string(*base::parse_number<Number>(text));
            }
            return complaint;
        };
        option.transform(CLI::Validator(rewrite, ""));
    }
}

}  // namespace

Option Option::required() { return option_->required(); }
Option Option::range(int least, int most) {
    // An option of any width may have such a range.
    return check_range<std::int64_t>(*option_, least, most,
                                     CLI::Range(least, most).get_description());
}
Option Option::range(double least, double most) {
    return check_range(*option_, least, most, CLI::Range(least, most).get_description());
}
Option Option::range(std::uint64_t least, std::uint64_t most) {
    return check_range(*option_, least, most, CLI::Range(least, most).get_description());
}
Option Option::non_negative() {
    return check_range(*option_, std::int64_t{0}, std::numeric_limits<std::int64_t>::max(),
                       CLI::NonNegativeNumber.get_description());
}
Option Option::one_of(std::vector<std::string> values) {
    return option_->check(CLI::IsMember(std::move(values)));
}
Option Option::existing_file() { return option_->check(CLI::ExistingFile); }
Option Option::check(const std::function<std::string(const std::string&)>& complaint) {
    return option_->check(CLI::Validator(complaint, ""));
}
Option Option::delimiter(char between) { return option_->delimiter(between); }
Option Option::repeatable() {
    return option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}
Option Option::needs(const Option& other) { return option_->needs(other.option_); }
Option Option::excludes(const Option& other) { return option_->excludes(other.option_); }
Option Option::hidden() { return option_->group(""); }

Command::Command(const std::string& name, const std::string& description)
    : owned_(std::make_unique<CLI::App>(description, name)), app_(owned_.get()) {
    app_->require_subcommand(0, 1);
    app_->formatter(std::make_shared<HelpFormatter>());
}

Command::Command(CLI::App& app, const Command& parent) : app_(&app), parent_(&parent) {}

Command::~Command() = default;

Command& Command::add_subcommand(const std::string& name, const std::string& description) {
    CLI::App& app = *app_->add_subcommand(name, description);
    app.group(heading_.empty() ? "Commands" : heading_);  // else it has its parent's
    subcommands_.push_back(std::unique_ptr<Command>(new Command(app, *this)));
    return *subcommands_.back();
}

Option Command::under_heading(CLI::Option* option) const {
    return heading_.empty() ? option : option->group(heading_);
}

Option Command::add_option(const std::string& names, OptionTarget target, const std::string& help) {
    const auto add = [&](auto* value) {
        CLI::Option* option = app_->add_option(names, *value, help);
        check_type<std::remove_pointer_t<decltype(value)>>(*option);
        return option;
    };
    return under_heading(std::visit(add, target));
}
Option Command::add_flag(const std::string& names, bool& target, const std::string& help) {
    return under_heading(app_->add_flag(names, target, help));
}
Option Command::add_flag(const std::string& names, std::string& target, const std::string& help) {
    return under_heading(app_->add_flag(names, target, help));
}

void Command::set_version_flag(const std::string& name) { app_->set_version_flag(name); }
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::heading(const std::string& text) { heading_ = text; }
void Command::require_subcommand() { app_->require_subcommand(1); }
void Command::hide() { app_->group(""); }
void Command::runs(Action action) { action_ = std::move(action); }

const Command& Command::innermost() const {
    for (const auto& sub : subcommands_) {
        if (sub->app_->parsed()) return sub->innermost();
    }
    return *this;
}

namespace {

/// Which option was given more often than it may be; empty where none was.
std::string given_too_often(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options({})) {
        const auto most = static_cast<std::size_t>(option->get_items_expected_max());
        if (option->get_multi_option_policy() != CLI::MultiOptionPolicy::Throw) continue;
        if (most != 1 || option->count() <= most) continue;
        const std::size_t count = option->count();
        return fmt::format("{} is given {}", option->get_name(),
                           count == 2 ? "twice" : fmt::format("{} times", count));
    }
    return {};
}

}  // namespace

std::string Command::no_such_command(const std::string& word) const {
    std::vector<std::string> names;
    for (const auto& sub : subcommands_) names.push_back(sub->app_->get_name());
    std::string meant = base::did_you_mean(word, names);
    if (meant.empty()) meant = ";";
    return fmt::format("there is no command {}{} '{} --help' lists them all", base::quoted(word),
                       meant, full_name());
}

/// Words that no command or option took, in their order, with what was probably meant.
std::string Command::not_expected(const std::vector<std::string>& words) const {
    const auto wrong =
        std::ranges::find_if(words, [](const auto& w) { return w.starts_with('-'); });
    if (wrong == words.end() && !subcommands_.empty()) return no_such_command(words.front());
    std::string text = "not expected:";
    for (const std::string& word : words) text += " " + base::quoted(word);
    if (wrong == words.end()) return with_help(text);
    std::vector<std::string> names;
    for (const CLI::Option* option : app_->get_options({})) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return with_help(text + base::did_you_mean(wrong->substr(0, wrong->find('=')), names));
}

std::string Command::with_help(std::string message) const {
    std::replace(message.begin(), message.end(), '\n', ' ');
    return fmt::format("{} ('{} --help' shows how)", message, full_name());
}

ParsedLine Command::parse(std::vector<std::string> words) {
    using Kind = ParsedLine::Kind;
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    // Before its other words are taken for something else.
    const bool names_command = !words.empty() && !words.front().starts_with('-');
    const auto has_name = [&](const auto& sub) { return sub->app_->get_name() == words.front(); };
    if (names_command && std::ranges::none_of(subcommands_, has_name)) {
        return {Kind::kWrong, {}, no_such_command(words.front())};
    }
    ParsedLine parsed;
    try {
        app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11's order
        parsed.action = innermost().action_;
        parsed.kind = parsed.action ? Kind::kRun : Kind::kHelp;
    } catch (const CLI::CallForHelp&) {
        parsed.kind = Kind::kHelp;
    } catch (const CLI::CallForVersion&) {
        parsed.kind = Kind::kVersion;
    } catch (const CLI::ParseError& error) {
        const Command& meant = innermost();
        const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
        std::vector<std::string> unexpected;
        if (extras || !meant.subcommands_.empty()) unexpected = app_->remaining(true);
        std::string wrong = error.what();
        if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
            const std::string repeated = given_too_often(*meant.app_);
            if (!repeated.empty()) wrong = repeated;
        }
        parsed.message =
            unexpected.empty() ? meant.with_help(wrong) : meant.not_expected(unexpected);
    }
    if (parsed.kind == Kind::kHelp) parsed.message = app_->help();
    return parsed;
}

std::string Command::full_name() const {
    const std::string& name = app_->get_name();
    return parent_ == nullptr ? name : parent_->full_name() + " " + name;
}

namespace {

/// The values of a check for membership, which CLI11 shows as `TEXT:{x,o}`.
std::vector<std::string> accepted_values(std::string_view type) {
    const std::size_t begin = type.find('{'), end = type.find('}');
    if (end == std::string::npos || begin > end) return {};
    std::vector<std::string> values;
    for (const auto value : base::split(type.substr(begin + 1, end - begin - 1), ',')) {
        values.emplace_back(value);
    }
    return values;
}

OptionOutline option_outline(const CLI::Option& option) {
    OptionOutline outline;
    outline.is_argument = option.get_positional();
    for (const std::string& name : option.get_snames()) outline.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) outline.names.push_back("--" + name);
    if (outline.is_argument) outline.names = {option.get_name(true)};
    outline.description = option.get_description();
    std::replace(outline.description.begin(), outline.description.end(), '\n', ' ');
    outline.choices = accepted_values(option.get_type_name());
    outline.takes_value = option.get_items_expected_max() > 0;
    return outline;
}

}  // namespace

CommandOutline Command::outline() const {
    CommandOutline outline;
    outline.name = full_name();
    outline.description = app_->get_description();
    outline.usage =
        CLI::Formatter().make_usage(app_, outline.name);  // `Usage: NAME …` and line ends
    outline.usage.erase(0, outline.usage.find(": ") + 2);
    outline.usage.erase(outline.usage.find_last_not_of(" \n") + 1);
    outline.details = app_->get_footer();
    for (const CLI::Option* option : app_->get_options({})) {
        if (!option->get_group().empty()) outline.options.push_back(option_outline(*option));
    }
    for (const auto& sub : subcommands_) {
        if (!sub->app_->get_group().empty()) outline.commands.push_back(sub->outline());
    }
    return outline;
}

}  // namespace ninefold::command

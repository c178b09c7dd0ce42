// SPDX-License-Identifier: MIT
#include "command/command.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/split.h"
#include "command/command_outline.h"

namespace ninefold::command {

Option Option::required() {
    option_->required();
    return *this;
}

Option Option::range(int least, int most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::range(double least, double most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::range(std::uint64_t least, std::uint64_t most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::non_negative() {
    option_->check(CLI::NonNegativeNumber);
    return *this;
}

Option Option::one_of(std::vector<std::string> values) {
    option_->check(CLI::IsMember(std::move(values)));
    return *this;
}

Option Option::existing_file() {
    option_->check(CLI::ExistingFile);
    return *this;
}

Option Option::check(const std::function<std::string(const std::string&)>& complaint) {
    option_->check(CLI::Validator([complaint](std::string& text) { return complaint(text); }, ""));
    return *this;
}

Option Option::delimiter(char between) {
    option_->delimiter(between);
    return *this;
}

Option Option::repeatable() {
    option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return *this;
}

Option Option::needs(const Option& other) {
    option_->needs(other.option_);
    return *this;
}

Option Option::excludes(const Option& other) {
    option_->excludes(other.option_);
    return *this;
}

Option Option::group(const std::string& heading) {
    option_->group(heading);
    return *this;
}

std::vector<std::string> Option::long_names() const {
    std::vector<std::string> names = option_->get_lnames();
    for (std::string& name : names) name.insert(0, "--");
    return names;
}

Command::Command(const std::string& name, const std::string& description)
    : owned_(std::make_unique<CLI::App>(description, name)), app_(owned_.get()) {
    app_->require_subcommand(0, 1);
}

Command::Command(CLI::App& app, const Command& parent) : app_(&app), parent_(&parent) {}

Command::~Command() = default;

Command& Command::add_subcommand(const std::string& name, const std::string& description) {
    CLI::App& app = *app_->add_subcommand(name, description);
    app.group(heading_.empty() ? "Commands" : heading_);  // else it has its parent's
    subcommands_.push_back(std::unique_ptr<Command>(new Command(app, *this)));
    return *subcommands_.back();
}

template <typename T>
Option Command::add_option(const std::string& names, T& target, const std::string& help) {
    return Option(*app_->add_option(names, target, help));
}

Option Command::add_flag(const std::string& names, bool& target, const std::string& help) {
    return Option(*app_->add_flag(names, target, help));
}

Option Command::add_flag(const std::string& names, std::string& target, const std::string& help) {
    return Option(*app_->add_flag(names, target, help));
}

Option Command::option(const std::string& name) { return Option(*app_->get_option(name)); }

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

template <typename... Words>
ParsedLine Command::parse_with(Words&&... words) {
    using Kind = ParsedLine::Kind;
    ParsedLine parsed;
    try {
        app_->parse(std::forward<Words>(words)...);
        parsed.meant = &innermost();
        parsed.action = parsed.meant->action_;
        parsed.kind = parsed.action ? Kind::kRun : Kind::kHelp;
    } catch (const CLI::CallForHelp&) {
        parsed.kind = Kind::kHelp;
    } catch (const CLI::CallForVersion&) {
        parsed.kind = Kind::kVersion;
    } catch (const CLI::ParseError& error) {
        parsed.meant = &innermost();
        const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
        if (extras || !parsed.meant->subcommands_.empty()) {
            parsed.unexpected = app_->remaining(true);
        }
        parsed.message = error.what();
        std::replace(parsed.message.begin(), parsed.message.end(), '\n', ' ');
    }
    if (parsed.kind == Kind::kHelp) parsed.message = app_->help();
    return parsed;
}

ParsedLine Command::parse(const std::vector<std::string>& words) {
    return parse_with(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11's order
}

ParsedLine Command::parse(const std::string& line) { return parse_with(line, true); }

const std::string& Command::name() const { return app_->get_name(); }

std::string Command::full_name() const {
    return parent_ == nullptr ? name() : parent_->full_name() + " " + name();
}

std::string Command::footer() const { return app_->get_footer(); }

std::vector<const Command*> Command::subcommands() const {
    std::vector<const Command*> commands;
    for (const auto& sub : subcommands_) commands.push_back(sub.get());
    return commands;
}

std::vector<Option> Command::options() const {
    std::vector<Option> options;
    for (CLI::Option* option : app_->get_options({})) options.emplace_back(*option);
    return options;
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

template Option Command::add_option(const std::string&, int&, const std::string&);
template Option Command::add_option(const std::string&, unsigned&, const std::string&);
template Option Command::add_option(const std::string&, std::uint16_t&, const std::string&);
template Option Command::add_option(const std::string&, std::int64_t&, const std::string&);
template Option Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);
template Option Command::add_option(const std::string&, std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<int>&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<std::int64_t>&,
                                    const std::string&);
template Option Command::add_option(const std::string&, std::optional<std::string>&,
                                    const std::string&);
template Option Command::add_option(const std::string&, std::vector<int>&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&,
                                    const std::string&);

}  // namespace ninefold::command

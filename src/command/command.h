// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ninefold::command {

/// What a command does once its line is parsed; returns the exit code (0 yes, 1 no).
using Action = std::function<int()>;

/// What an option can fill.
using OptionTarget =
    std::variant<int*, unsigned*, std::uint16_t*, std::int64_t*, std::uint64_t*, double*,
                 std::string*, std::optional<int>*, std::optional<std::int64_t>*,
                 std::optional<std::string>*, std::vector<int>*, std::vector<std::string>*>;

/// An option, a flag or a positional word of a command. A handle: copies stand for the same option,
/// which its command owns.
class Option {
public:
    Option(CLI::Option* option) : option_(option) {}

    Option required();
    Option range(int least, int most);
    Option range(double least, double most);
    Option range(std::uint64_t least, std::uint64_t most);
    Option non_negative();  ///< of whole numbers
    Option one_of(std::vector<std::string> values);
    Option existing_file();
    /// `complaint` gives one sentence on what is wrong with a value, or nothing.
    Option check(const std::function<std::string(const std::string&)>& complaint);
    /// One value holds several, e.g. `0,1`.
    Option delimiter(char between);
    /// May be given several times, each with one value.
    Option repeatable();
    Option needs(const Option& other);
    Option excludes(const Option& other);
    /// Leaves it out of help, man pages and completion.
    Option hidden();

private:
    CLI::Option* option_;
};

struct CommandOutline;

/// What a command line turned out to ask for.
struct ParsedLine {
    enum class Kind { kRun, kHelp, kVersion, kWrong };
    Kind kind = Kind::kWrong;
    Action action;        ///< kRun
    std::string message;  ///< kHelp: the help; kWrong: what is wrong, with the way to the help
};

/// A command of the program: its options, its help and what it does, or the commands behind it.
/// Everything that the program needs of CLI11, which is compiled in command.cpp alone because its
/// headers are slow to compile. Used by one thread, before the command runs.
class Command {
public:
    /// The program itself, before any command is added.
    Command(const std::string& name, const std::string& description);
    ~Command();
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    Command& add_subcommand(const std::string& name, const std::string& description);
    /// One that is run with options of its own, which live as long as it does.
    template <typename Options>
    auto add(const std::string& name, const std::string& description, int (*run)(Options&)) {
        const auto options = std::make_shared<std::remove_const_t<Options>>();
        Command& command = add_subcommand(name, description);
        command.action_ = [options, run] { return run(*options); };
        return std::pair<Command&, std::remove_const_t<Options>&>(command, *options);
    }

    /// `names` is `-n,--games`, or a word in capitals for a positional one.
    Option add_option(const std::string& names, OptionTarget target, const std::string& help);
    template <typename T>
    Option add_option(const std::string& names, T& target, const std::string& help) {
        return add_option(names, OptionTarget(&target), help);
    }
    Option add_flag(const std::string& names, bool& target, const std::string& help);
    /// `--serve{DEFAULT}`: a flag that gives DEFAULT, or with `=VALUE` that value.
    Option add_flag(const std::string& names, std::string& target, const std::string& help);

    void set_version_flag(const std::string& name);
    void footer(const std::string& text);
    /// Commands and options added from now on stand under this heading of the help; empty: the
    /// usual one.
    void heading(const std::string& text);
    /// It does nothing by itself: one of its subcommands must follow.
    void require_subcommand();
    /// Leaves it out of help, man pages and completion.
    void hide();
    void runs(Action action);

    /// The words behind the program's name. `help COMMAND` is `COMMAND --help`.
    [[nodiscard]] ParsedLine parse(std::vector<std::string> words);

    /// What man pages and shell completion are made of.
    [[nodiscard]] CommandOutline outline() const;

private:
    Command(CLI::App& app, const Command& parent);
    [[nodiscard]] const Command& innermost() const;
    /// `ninefold tournament run`
    [[nodiscard]] std::string full_name() const;
    [[nodiscard]] std::string no_such_command(const std::string& word) const;
    [[nodiscard]] std::string with_help(std::string message) const;
    [[nodiscard]] std::string not_expected(const std::vector<std::string>& words) const;
    Option under_heading(CLI::Option* option) const;

    std::unique_ptr<CLI::App> owned_;  ///< only the program's own
    CLI::App* app_;
    const Command* parent_ = nullptr;
    std::vector<std::unique_ptr<Command>> subcommands_;
    std::string heading_;
    Action action_;
};

}  // namespace ninefold::command

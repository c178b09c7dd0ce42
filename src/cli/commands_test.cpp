// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include <algorithm>
#include <regex>

#include <gtest/gtest.h>

#include "command/command_outline.h"
#include "sources/shell_words.h"

namespace ninefold::cli {
namespace {

/// The lines behind the last heading of a help text, where that is "Examples:".
std::vector<std::string> examples(const std::string& footer) {
    const std::string heading = "Examples:\n";
    const std::size_t at = footer.rfind(heading);
    if (at == std::string::npos || (at > 0 && footer[at - 1] != '\n')) return {};
    std::vector<std::string> lines;
    std::istringstream rest(footer.substr(at + heading.size()));
    for (std::string line; std::getline(rest, line);) lines.push_back(line);
    return lines;
}

/// The commands of one line of shell, without what stands behind it as an explanation.
std::vector<std::string> commands_of(const std::string& line) {
    const std::string said = std::regex_replace(line.substr(2), std::regex("  .*"), "");
    static const std::regex kBetween(R"( (\||&&|>|&)( |$))");
    return {std::sregex_token_iterator(said.begin(), said.end(), kBetween, -1), {}};
}

/// What the program makes of a line of shell, its own name first.
command::ParsedLine parse(Command& app, const std::string& line) {
    auto words = sources::split_command(line).value();
    return app.parse({words.begin() + 1, words.end()});
}

/// What is wrong with a command line; nothing where it would be run.
std::string complaint(const std::string& words) {
    Command app("ninefold", "");
    add_commands(app);
    const command::ParsedLine line = parse(app, words);
    return line.kind == command::ParsedLine::Kind::kRun ? "" : "it is refused: " + line.message;
}

TEST(Commands, EveryHelpEndsInExamplesOfItsCommandThatParse) {
    Command app("ninefold", "");
    add_commands(app);
    int commands = 0;
    app.outline().for_each([&](const command::CommandOutline& command) {
        const std::string& name = command.name;
        if (name == "ninefold") return;
        ++commands;
        bool own = false;
        for (const std::string& line : examples(command.details)) {
            EXPECT_TRUE(line.starts_with("  ")) << name << ": " << line;
            for (const std::string& said : commands_of(line)) {
                own = own || (said + " ").starts_with(name + " ");
                if (said.starts_with("ninefold ")) {
                    EXPECT_EQ(complaint(said), "") << name << ": " << said;
                }
            }
        }
        EXPECT_TRUE(own) << name << " shows no example of itself";
    });
    EXPECT_GE(commands, 38);
}

TEST(Commands, HeadingsOfTheProgramAreNotThoseOfACommand) {
    Command app("ninefold", "");
    add_commands(app);
    const std::string help = parse(app, "ninefold tournament --help").message;
    EXPECT_NE(help.find("\nCommands:\n  run "), std::string::npos) << help;
}

TEST(Commands, AnExampleThatCannotBeRunIsFound) {
    EXPECT_EQ(complaint("ninefold match 'ugi:./a --b' c --time tc=60+0.5"), "");
    EXPECT_EQ(complaint("ninefold manual /usr/local/share"), "") << "which the outline hides";
    EXPECT_NE(complaint("ninefold match a b --gams 3"), "");
    EXPECT_NE(complaint("ninefold match a"), "");
    EXPECT_NE(complaint("ninefold tournament"), "");
    EXPECT_TRUE(examples("Words.").empty());
    EXPECT_TRUE(examples("Examples:\n").empty());
}

}  // namespace
}  // namespace ninefold::cli

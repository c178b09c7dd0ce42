// SPDX-License-Identifier: MIT
#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.h"
#include "command/command_outline.h"
#include "engine/version.h"

namespace ninefold::cli {

namespace {

void write_shared_file(const std::filesystem::path& path, std::string_view text) {
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
        throw CommandError("{} cannot be made: {}", path.parent_path().native(), error.message());
    }
    write_text(path.string(), text);
}

/// Writes what a package has below /usr/share.
int write_manual(const Command& program, const std::filesystem::path& folder) {
    for (const command::ManPage& page :
         command::man_pages(program.outline(), engine::version_text())) {
        write_shared_file(folder / "man/man1" / (page.name + ".1"), page.text);
    }
    for (const base::EmbeddedFile& file : command::completion_files()) {
        write_shared_file(folder / file.path, file.contents);
    }
    return 0;
}

int print_script(const std::string& name) {
    for (const base::EmbeddedFile& file : command::completion_files()) {
        if (file.path.starts_with(name)) fmt::print("{}", file.contents);
    }
    return 0;
}

/// A line each, with a tab before its description.
int print_completions(const Command& program, const std::vector<std::string>& words) {
    for (const auto& [word, description] : command::completions(program.outline(), words)) {
        fmt::print("{}{}{}\n", word, description.empty() ? "" : "\t", description);
    }
    return 0;
}

}  // namespace

void add_completion_command(Command& app) {
    auto [command, shell] =
        app.add("completion", "Print the script that completes commands in your shell",
                print_script);
    command.add_option("SHELL", shell, "your shell").required().one_of({"bash", "zsh", "fish"});
    command.footer(
        R"(Packages install it already. Make the folder first, with mkdir -p; zsh's must be in fpath.

Examples:
  ninefold completion bash > ~/.local/share/bash-completion/completions/ninefold
  ninefold completion zsh > ~/.zfunc/_ninefold
  ninefold completion fish > ~/.config/fish/completions/ninefold.fish)");
}

void add_complete_command(Command& app) {
    auto words = std::make_shared<std::vector<std::string>>();
    Command& command = app.add_subcommand("complete", "What a shell may complete a line with");
    command.hide();
    command.add_option("WORD", *words, "the words behind 'ninefold', the last one incomplete");
    command.footer("Examples:\n  ninefold complete -- match --ga");
    command.runs([&app, words] { return print_completions(app, *words); });
}

void add_manual_command(Command& app) {
    auto folder = std::make_shared<std::string>();
    Command& command =
        app.add_subcommand("manual", "Write man pages and shell completion, for packages");
    command.hide();
    command.add_option("FOLDER", *folder, "what becomes /usr/share").required();
    command.footer("Examples:\n  ninefold manual /usr/local/share");
    command.runs([&app, folder] { return write_manual(app, *folder); });
}

}  // namespace ninefold::cli

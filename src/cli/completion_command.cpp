// SPDX-License-Identifier: MIT
#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.h"
#include "command/command_outline.h"
#include "engine/version.h"

namespace ninefold::cli {

namespace {

struct Shell {
    const char* name;
    std::string (*completion)(const command::CommandOutline&);
    const char* file;  ///< below what becomes /usr/share
};

constexpr Shell kShells[] = {{"bash", command::bash_completion,
                              "bash-completion/completions/ninefold"},
                             {"zsh", command::zsh_completion, "zsh/vendor-completions/_ninefold"},
                             {"fish", command::fish_completion,
                              "fish/vendor_completions.d/ninefold.fish"}};

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
    const command::CommandOutline outline = program.outline();
    for (const command::ManPage& page : command::man_pages(outline, engine::version_text())) {
        write_shared_file(folder / "man/man1" / (page.name + ".1"), page.text);
    }
    for (const Shell& shell : kShells) {
        write_shared_file(folder / shell.file, shell.completion(outline));
    }
    return 0;
}

int print_completion(const Command& program, const std::string& name) {
    for (const Shell& shell : kShells) {
        if (name == shell.name) fmt::print("{}", shell.completion(program.outline()));
    }
    return 0;
}

}  // namespace

void add_completion_command(Command& app) {
    auto shell = std::make_shared<std::string>();
    Command& command =
        app.add_subcommand("completion", "Print the script that completes commands in your shell");
    command.add_option("SHELL", *shell, "your shell").required().one_of({"bash", "zsh", "fish"});
    command.footer(R"(Packages install it already.

Examples:
  ninefold completion bash > ~/.local/share/bash-completion/completions/ninefold
  ninefold completion zsh > ~/.zfunc/_ninefold      ~/.zfunc must be in fpath
  ninefold completion fish > ~/.config/fish/completions/ninefold.fish)");
    command.runs([&app, shell] { return print_completion(app, *shell); });
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

// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/foreign_text.h"
#include "cli/commands.h"
#include "cli/example_bots.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

/// A starter file: which example it is, and how its bot is then named. {0} stands for the file,
/// {1} for it without its suffix.
struct Template {
    std::string_view interface, language, example, suffix;
    std::string_view compile;  ///< empty: needs no compiling
    std::string_view bot;
    std::string_view advice;  ///< what to change first
    bool executable = false;
};

constexpr std::array kTemplates = {
    Template{"select_move", "python", "select_move_tactician.py", ".py", "", "{0}",
             "'score' rates a move: it is the whole strategy"},
    Template{"class", "python", "class_move_greedy.py", ".py", "", "{0}",
             "the class may have any name; 'move' is called once a turn"},
    Template{"function", "python", "function_counter.py", ".py", "", "{0}",
             "'rate' rates a move: it is the whole strategy"},
    Template{"best_move", "python", "best_move_seeker.py", ".py", "", "{0}",
             "'material' values a board: it is the whole strategy"},
    Template{"java", "java", "java/BlockWinner.java", ".java", "", "{0}",
             "'score' rates a move: it is the whole strategy"},
    Template{"ugi", "python", "ugi_random.py", ".py", "", "{0}",
             "it plays at random: choose better", true},
    Template{"ugi", "c", "c/ugi_bot.c", ".c", "gcc -std=c11 -O2 -o {1} {0}", "{1}",
             "'score' rates a move: it is the whole strategy"},
    Template{"ugi", "cpp", "cpp/ugi_bot.cpp", ".cpp", "g++ -std=c++17 -O2 -o {1} {0}", "{1}",
             "'score' rates a move: it is the whole strategy"},
    Template{"ugi", "js", "javascript/ugi_bot.js", ".js", "", "{0}",
             "'score' rates a move: it is the whole strategy", true},
    Template{"ugi", "rust", "rust/ugi_bot.rs", ".rs", "rustc -O -o {1} {0}", "{1}",
             "'score' rates a move: it is the whole strategy"},
    Template{"codingame", "cpp", "cpp/codingame_bot.cpp", ".cpp", "g++ -std=c++17 -O2 -o {1} {0}",
             "codingame:{1}", "'score' rates a move: it is the whole strategy"},
    Template{"riddles", "js", "javascript/riddles_bot.js", ".js", "", "{0}",
             "'score' rates a move: it is the whole strategy", true},
};

struct NewBotOptions {
    std::string interface, language, name;
};

std::string interface_names() {
    std::string names;
    for (std::size_t i = 0; i < kTemplates.size(); ++i) {
        const std::string_view name = kTemplates[i].interface;
        if (i > 0 && name == kTemplates[i - 1].interface) continue;  // in another language
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
    }
    return names;
}

const Template& find_template(const NewBotOptions& options) {
    std::string languages;
    for (const Template& one : kTemplates) {
        if (one.interface != options.interface) continue;
        if (options.language.empty() || options.language == one.language) return one;
        languages += fmt::format("{}{}", languages.empty() ? "" : ", ", one.language);
    }
    if (!languages.empty()) {
        throw CommandError(fmt::format("there is no example of {} in {}; there is one in {}",
                                       options.interface, base::quoted(options.language),
                                       languages));
    }
    throw CommandError(fmt::format("there is no interface {}; there are {}",
                                   base::quoted(options.interface), interface_names()));
}

std::string_view example_text(std::string_view path) {
    const base::EmbeddedFile* example = base::find_file(example_bots(), path);
    if (example != nullptr) return example->contents;
    throw CommandError(fmt::format("the example {} is not part of this program", path));
}

bool is_identifier(std::string_view text) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !text.empty() && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

/// A Java class is named as its file.
std::string with_class_name(std::string text, const std::string& old, const std::string& name) {
    if (!is_identifier(name)) {
        throw CommandError(fmt::format("{} cannot be the name of a Java class; use letters and "
                                       "digits, e.g. MyBot",
                                       base::quoted(name)));
    }
    for (std::size_t at = text.find(old); at != std::string::npos;
         at = text.find(old, at + name.size())) {
        text.replace(at, old.size(), name);
    }
    return text;
}

/// Never overwrites: an author's work may be in the file.
void write_new(const fs::path& path, std::string_view text, bool executable) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, executable ? 0777 : 0666);
    if (file < 0 && errno == EEXIST) {
        throw CommandError(
            fmt::format("{} is there already; choose another name, or remove it first",
                        path.string()));
    }
    if (file < 0) {
        throw CommandError(
            fmt::format("{} cannot be written: {}", path.string(), std::strerror(errno)));
    }
    const ssize_t written = ::write(file, text.data(), text.size());
    if (::close(file) != 0 || written != static_cast<ssize_t>(text.size())) {
        ::unlink(path.c_str());
        throw CommandError(fmt::format("{} could not be written (disk full?)", path.string()));
    }
}

fs::path file_name(const NewBotOptions& options, const Template& chosen) {
    fs::path path = options.name;
    if (path.filename().empty()) throw CommandError("a bot needs a name, e.g. alice");
    if (path.extension() != chosen.suffix) path += chosen.suffix;
    return path;
}

/// The words of a command line that name the file from here.
std::string from_here(const fs::path& path) {
    const bool has_folder = path.has_parent_path();
    return has_folder ? path.string() : "./" + path.string();
}

/// As a shell must be given it: in quotes where it has more than harmless characters.
std::string shell_word(const std::string& text) {
    constexpr std::string_view kHarmless =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:+,=@%";
    if (text.find_first_not_of(kHarmless) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

void say_what_is_next(const fs::path& path, const Template& chosen) {
    const tui::Style style(stdout);
    const std::string file = path.string();
    fs::path stem = path;
    stem.replace_extension();
    const std::string bot =
        shell_word(fmt::format(fmt::runtime(chosen.bot), file, from_here(stem)));
    fmt::print("wrote {}{}{}: {}\n\n", style.bold(), file, style.off(), chosen.advice);
    if (!chosen.compile.empty()) {
        fmt::print("  {}\n", fmt::format(fmt::runtime(chosen.compile), shell_word(file),
                                         shell_word(stem.string())));
    }
    fmt::print("  ninefold check {}\n  ninefold match {} random --games 10\n", bot, bot);
    fmt::print("\ndocs/bots/{}.md describes this interface\n", chosen.interface);
}

int new_bot(const NewBotOptions& options) {
    const Template& chosen = find_template(options);
    const fs::path path = file_name(options, chosen);
    std::string text(example_text(chosen.example));
    if (chosen.language == "java") {
        text = with_class_name(std::move(text), fs::path(chosen.example).stem().string(),
                               path.stem().string());
    }
    write_new(path, text, chosen.executable);
    say_what_is_next(path, chosen);
    return 0;
}

}  // namespace

void add_new_bot_command(Command& app) {
    auto options = std::make_shared<NewBotOptions>();
    Command& command = app.add_subcommand("new-bot", "Write a starter file for a bot of your own");
    command.add_option("-i,--interface", options->interface, interface_names()).required();
    command.add_option("-l,--language", options->language,
                       "python, c, cpp, js, rust or java, where the interface has a choice");
    command.add_option("NAME", options->name, "name of the bot and of its file").required();
    command.footer("The file holds a small bot that plays legal moves, with comments. Nothing is "
                   "overwritten.\n\n"
                   "Examples:\n"
                   "  ninefold new-bot --interface select_move alice\n"
                   "  ninefold new-bot --interface ugi --language rust carol\n"
                   "  ninefold new-bot --interface java MyBot");
    command.runs([options] { return new_bot(*options); });
}

}  // namespace ninefold::cli

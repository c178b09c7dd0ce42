// SPDX-License-Identifier: MIT
#include "sources/starter_file.h"

#include <vector>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/lower_case.h"
#include "base/try.h"
#include "process/python_interface.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;

constexpr std::string_view kScore = "'score' rates a move: it is the whole strategy";
/// Characters that need no quotes in any language.
constexpr std::string_view kWord =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Which example a starter file is. In the command that compiles it, {0} stands for the file and
/// {1} for it without its suffix.
struct Template {
    std::string_view interface, language, example;
    std::string_view advice = kScore;
    bool executable = false;
    std::string_view compile = "";
};

/// Besides those of Python's interfaces (process/python_interface.h).
constexpr Template kTemplates[] = {
    {"java", "java", "java/BlockWinner.java"},
    {"ugi", "python", "ugi_random.py", "it plays at random: choose better", true},
    {"ugi", "c", "c/ugi_bot.c", kScore, false, "gcc -std=c11 -O2 -o {1} {0}"},
    {"ugi", "cpp", "cpp/ugi_bot.cpp", kScore, false, "g++ -std=c++17 -O2 -o {1} {0}"},
    {"ugi", "js", "javascript/ugi_bot.js", kScore, true},
    {"ugi", "rust", "rust/ugi_bot.rs", kScore, false, "rustc -O -o {1} {0}"},
    {"codingame", "cpp", "cpp/codingame_bot.cpp", kScore, false, "g++ -std=c++17 -O2 -o {1} {0}"},
    {"riddles", "js", "javascript/riddles_bot.js", kScore, true},
};

std::vector<Template> all_templates() {
    std::vector<Template> all;
    for (const process::PythonInterface& each : process::kPythonInterfaces) {
        all.push_back({each.name, "python", each.example, each.advice});
    }
    all.insert(all.end(), std::begin(kTemplates), std::end(kTemplates));
    return all;
}

/// As the table has it: `c++` and `JavaScript` are what people call these languages.
std::string language_key(std::string_view language) {
    const std::string lower = base::lower_case(language);
    if (lower == "c++") return "cpp";
    if (lower == "javascript") return "js";
    return lower;
}

base::Result<Template> find_template(const std::string& interface, const std::string& language) {
    const std::string wanted = language_key(language);
    std::vector<std::string_view> languages;
    for (const Template& one : all_templates()) {
        if (one.interface != interface) continue;
        if (language.empty() || wanted == one.language) return one;
        languages.push_back(one.language);
    }
    if (!languages.empty()) {
        return fail("there is no example of {} in {}; there is one in {}", interface,
                    base::quoted(language), fmt::join(languages, ", "));
    }
    return fail("there is no interface {}; there are {}", base::quoted(interface),
                starter_interfaces());
}

std::string replaced(std::string text, std::string_view old, std::string_view now) {
    for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += now.size()) {
        text.replace(at, old.size(), now);
    }
    return text;
}

/// A Java class is named as its file.
base::Result<void> check_class_name(const std::string& name) {
    if (name.find_first_of("0123456789") == 0 || name.find_first_not_of(kWord) != name.npos) {
        return fail("{} cannot be the name of a Java class; use letters and digits, e.g. MyBot",
                    base::quoted(name));
    }
    return {};
}

/// As a shell must be given it: in quotes where it has more than harmless characters.
std::string shell_word(const std::string& text) {
    if (text.find_first_not_of(std::string(kWord) + "-./:+,=@%") == std::string::npos) return text;
    return fmt::format("'{}'", replaced(text, "'", "'\\''"));
}

}  // namespace

std::string starter_interfaces() {
    std::vector<std::string_view> names;
    for (const Template& one : all_templates()) {
        // The same one stands there again in another language.
        if (names.empty() || names.back() != one.interface) names.push_back(one.interface);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

base::Result<StarterFile> make_starter_file(const std::string& interface,
                                            const std::string& language, const std::string& name,
                                            std::span<const base::EmbeddedFile> examples) {
    const Template chosen = TRY(find_template(interface, language));
    const fs::path example(chosen.example);
    fs::path path = name;
    if (path.filename().empty()) return fail("a bot needs a name, e.g. alice");
    if (path.extension() != example.extension()) path += example.extension();
    const base::EmbeddedFile* file = base::find_file(examples, chosen.example);
    if (file == nullptr) return fail("the example {} is not part of this program", chosen.example);
    const std::string own_name = path.stem().string();
    if (chosen.language == "java") TRY(check_class_name(own_name));
    std::string text(file->contents);
    // Its comments say how it is compiled or started. Other letters might end a comment.
    if (own_name.find_first_not_of(std::string(kWord) + "-") == std::string::npos) {
        text = replaced(std::move(text), example.stem().string(), own_name);
    }
    StarterFile starter{.path = path,
                        .text = std::move(text),
                        .executable = chosen.executable,
                        .interface = chosen.interface,
                        .advice = chosen.advice};
    const std::string stem = fs::path(path).replace_extension().string();
    if (!chosen.compile.empty()) {
        starter.compile =
            fmt::format(fmt::runtime(chosen.compile), shell_word(path.string()), shell_word(stem));
    }
    // A program from here, as a command line must name it.
    const std::string program = path.has_parent_path() ? stem : "./" + stem;
    starter.bot = shell_word(fmt::format("{}{}", interface == "codingame" ? "codingame:" : "",
                                         chosen.compile.empty() ? path.string() : program));
    return starter;
}

}  // namespace ninefold::sources

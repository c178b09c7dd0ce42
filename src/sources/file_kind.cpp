// SPDX-License-Identifier: MIT
#include "sources/file_kind.h"

#include <algorithm>
#include <array>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/try.h"
#include "process/bot_files.h"
#include "process/python_helpers.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;

/// More of a file is not looked at.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr std::string_view kZip = "PK\003\004";
constexpr std::string_view kElf = "\177ELF";
constexpr std::string_view kClassFile = "\xCA\xFE\xBA\xBE";

/// Up to `most` bytes, from the beginning.
base::Result<std::string> contents(const fs::path& path, std::size_t most) {
    std::string text;
    const auto read = base::read_in_parts(path, UINTMAX_MAX, [&](std::string_view part) {
        text += part.substr(0, most - text.size());
        return text.size() < most;
    });
    if (!read) return read.error();
    return text;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return contains(text, part); });
}

/// Which of the two sites a bot that answers `place_move` was written for: riddles.io writes an
/// empty cell as a dot and counts players from 0, theaigames.com wrote 0 and counted from 1.
std::optional<process::Protocol> edition_of(std::string_view text) {
    if (contains_any(text, {R"(".")", "'.'", ",.,", "player0", "riddles.io"})) {
        return process::Protocol::kRiddles;
    }
    if (contains_any(text, {"player2", "theaigames", "== 2", "==2", "else 2", R"("2")", "'2'",
                            "3 - ", "3-"})) {
        return process::Protocol::kTheAiGames;
    }
    return std::nullopt;
}

/// Every UGI bot says `ugiok`, every bot of riddles.io and theaigames `place_move`; CodinGame's say
/// only numbers.
void find_protocol(FileLook& look, std::string_view text) {
    const bool answers =
        text.starts_with(kElf)
            ? contains(text, "place_move")
            : contains_any(text, {"place_move ", "place_move%", "place_move'", "place_move\""});
    if (contains(text, "ugiok")) look.protocol = process::Protocol::kUgi;
    else if (answers) look.protocol = edition_of(text);
    look.is_edition_open = answers && !look.protocol;
}

/// Whether the zip names a class file outside META-INF. Names stand in the clear in its directory
/// at the end: 46 bytes behind each signature, with their length 28 bytes behind it.
bool zip_holds_classes(std::string_view zip) {
    constexpr std::string_view kEntry = "PK\001\002";
    constexpr std::size_t kHeader = 46;
    for (std::size_t at = zip.find(kEntry); at != std::string_view::npos;
         at = zip.find(kEntry, at + 4)) {
        if (at + kHeader > zip.size()) return false;
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(zip[at + i]); };
        const std::string_view name = zip.substr(at + kHeader, byte(28) + 256u * byte(29));
        if (name.ends_with(".class") && !name.starts_with("META-INF/")) return true;
    }
    return false;
}

bool folder_holds_classes(const fs::path& folder) {
    constexpr std::size_t kMostEntries = 10'000;
    return std::ranges::any_of(process::regular_files(folder, folder, kMostEntries),
                               [](const fs::path& file) { return file.extension() == ".class"; });
}

struct Language {
    std::string_view suffix, name, compile;
};
constexpr std::array kLanguages = {
    Language{".c", "C", "cc -O2 -o {1} {0}"},       Language{".cpp", "C++", "c++ -O2 -o {1} {0}"},
    Language{".cc", "C++", "c++ -O2 -o {1} {0}"},   Language{".cxx", "C++", "c++ -O2 -o {1} {0}"},
    Language{".rs", "Rust", "rustc -O -o {1} {0}"}, Language{".go", "Go", "go build -o {1} {0}"},
};

FileLook look_at_folder(const fs::path& path) {
    if (folder_holds_classes(path)) return {FileKind::kJava, "a folder of Java classes"};
    return {FileKind::kOther, "a folder without Java classes", "name the bot's file in it"};
}

FileLook look_at_java(std::string_view text) {
    if (contains(text, "PlayerInterface")) return {FileKind::kJava, "Java source"};
    return {FileKind::kOther, "Java source without uttt.game.PlayerInterface",
            "a Java bot implements that interface; one that speaks a protocol is named with its "
            "command, as in 'ugi:java -jar bot.jar'"};
}

FileLook look_at_zip(std::string_view text, const fs::path& path) {
    if (zip_holds_classes(text)) return {FileKind::kJava, "a jar of Java classes"};
    return {FileKind::kOther, "a zip file without Java classes",
            fmt::format("unpack it and name the bot's file in {}", path.stem().string())};
}

std::optional<FileLook> look_at_source(const fs::path& path) {
    for (const Language& language : kLanguages) {
        if (path.extension() != language.suffix) continue;
        return FileLook{FileKind::kSource, fmt::format("{} source", language.name),
                        fmt::format("compile it first ({}) and name the program: ./{}",
                                    fmt::format(fmt::runtime(language.compile), path.string(),
                                                path.stem().string()),
                                    path.stem().string())};
    }
    return std::nullopt;
}

FileLook speaking(FileKind kind, std::string_view text, std::string what) {
    FileLook look{kind, std::move(what)};
    find_protocol(look, text);
    return look;
}

FileLook look_at_text(std::string_view text, const fs::path& path) {
    const std::string suffix = path.extension().string();
    const bool is_script = text.starts_with("#!");
    const std::string_view first_line = text.substr(0, std::min(text.find('\n'), text.size()));
    if (suffix == ".py" || (is_script && contains(first_line, "python"))) {
        return speaking(FileKind::kPython, text, "a Python file");
    }
    if (suffix == ".js" || suffix == ".mjs" || suffix == ".cjs") {
        return speaking(FileKind::kJavaScript, text, "JavaScript");
    }
    if (suffix == ".java") return look_at_java(text);
    if (is_script) return speaking(FileKind::kProgram, text, "a script");
    if (const auto source = look_at_source(path)) return *source;
    return {FileKind::kOther, "neither a program nor a bot's file of a known kind",
            "name its command, as in 'ugi:PROGRAM FILE'"};
}

}  // namespace

base::Result<FileLook> look_at(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return look_at_folder(path);
    if (!fs::is_regular_file(path, error)) {
        return fail("{} is neither a file nor a folder", base::quoted(path.string(), 200));
    }
    const auto text = TRY(contents(path, kMostBytes));
    if (text.empty()) return fail("{} is empty", base::quoted(path.string(), 200));
    if (text.starts_with(kElf)) {
        return speaking(FileKind::kProgram, text, "an ELF program");
    }
    if (text.starts_with(kZip)) return look_at_zip(text, path);
    if (text.starts_with(kClassFile)) {
        return FileLook{FileKind::kOther, "a single Java class file",
                        fmt::format("name the folder that holds its packages, as in java:{}",
                                    path.has_parent_path() ? path.parent_path().string() : ".")};
    }
    return look_at_text(text, path);
}

void settle_edition(FileLook& look, std::span<const fs::path> files) {
    std::size_t left = process::kMostSourceBytes;
    for (const fs::path& file : files) {
        if (!look.is_edition_open || left == 0) return;
        std::error_code error;
        if (!fs::is_regular_file(file, error)) continue;
        const auto text = contents(file, left);
        if (!text) continue;
        left -= text->size();
        look.protocol = edition_of(*text);
        look.is_edition_open = !look.protocol;
    }
}

}  // namespace ninefold::sources

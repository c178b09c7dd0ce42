// SPDX-License-Identifier: MIT
#include "process/python_helpers.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/file_contents.h"
#include "base/split.h"
#include "process/bot_files.h"
#include "process/python_interface.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRead = 2000;     ///< files that are looked into
constexpr std::size_t kMostLines = 10'000;  ///< with imports, of all of them together
constexpr std::size_t kMostOfLine = 1000;   ///< of a line

std::string first_name(std::string_view module) {
    const std::size_t begin = module.find_first_not_of('.');
    if (begin == std::string_view::npos) return "";
    return std::string(module.substr(begin, module.find('.', begin) - begin));
}

/// The first lines that hold a word, cut where they are long; counts them down from `most`.
std::vector<std::string_view> lines_with(std::string_view word, std::string_view text,
                                         std::size_t& most) {
    std::vector<std::string_view> lines;
    for (std::size_t at = text.find(word); at != std::string_view::npos && most > 0;
         at = text.find(word, at), --most) {
        const std::size_t begin = text.rfind('\n', at) + 1;
        at = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(begin, std::min(at - begin, kMostOfLine)));
    }
    return lines;
}

constexpr bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

/// The tokens of a line of Python: names with their dots, and every other character by itself.
/// Blanks are left out.
std::vector<std::string_view> tokens_of(std::string_view line) {
    std::vector<std::string_view> tokens;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at;
        while (end < line.size() && is_name_part(line[end])) ++end;
        if (end == at) ++end;
        const std::string_view token = line.substr(at, end - at);
        if (std::string_view(" \t\r\f\v").find(token[0]) == std::string_view::npos) {
            tokens.push_back(token);
        }
        at = end;
    }
    return tokens;
}

/// `import a.b as c, d` and `from e import f`, wherever in the line; names in strings are too many.
void add_statement(std::string_view line, std::set<std::string>& modules) {
    const std::vector<std::string_view> tokens = tokens_of(line);
    const auto token = [&](std::size_t i) { return i < tokens.size() ? tokens[i] : ""; };
    const auto add = [&](std::size_t i) {
        if (!token(i).empty() && is_name_part(token(i)[0])) modules.insert(first_name(token(i)));
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (token(i) == "from" && token(i + 2) == "import") add(i + 1);
        const bool calls = token(i).ends_with("import_module") || token(i) == "__import__";
        const bool quotes = token(i + 2) == "'" || token(i + 2) == "\"";
        if (calls && token(i + 1) == "(" && quotes) add(i + 3);
        if (token(i) != "import") continue;
        add(i + 1);
        for (std::size_t k = i + 2; k < tokens.size(); ++k) {
            if (token(k) == ",") add(k + 1);
            else if (!is_name_part(token(k)[0])) break;
        }
    }
}

/// The first names of the modules that a Python text imports: `a` of `import a.b`. Read line by
/// line, so that Python 2 and broken files are read too; a word too many does no harm.
std::set<std::string> imported_modules(std::string_view text, std::size_t& most_lines) {
    std::set<std::string> modules;
    for (const std::string_view line : lines_with("import", text, most_lines)) {
        add_statement(line, modules);
    }
    modules.erase("");
    return modules;
}

/// Whether the tokens of a definition are those of an interface's.
bool is_definition(std::span<const std::string_view> tokens, std::string_view pattern) {
    if (pattern.empty() || tokens.empty() || tokens[0] != "def") return false;
    const auto matches = [](std::string_view token, std::string_view wanted) {
        if (!wanted.ends_with('*')) return token == wanted;
        return token.starts_with(wanted.substr(0, wanted.size() - 1));
    };
    const auto words = base::split_words(pattern);
    return tokens.size() > words.size() &&
           std::ranges::equal(tokens.subspan(1, words.size()), words, matches);
}

/// Whether a source file defines a bot by the name that its interface asks for. Functions of three
/// arguments are bots as well, but so is half of any program's.
bool names_a_bot(std::string_view text) {
    std::size_t most = kMostLines;
    return std::ranges::any_of(lines_with("def", text, most), [](std::string_view line) {
        const std::vector<std::string_view> tokens = tokens_of(line);
        return std::ranges::any_of(kPythonInterfaces, [&](const PythonInterface& each) {
            return std::ranges::any_of(each.defines, [&](std::string_view pattern) {
                return is_definition(tokens, pattern);
            });
        });
    });
}

bool is_handed_out(const fs::path& file) {
    const std::string name = file.filename().string();
    return std::ranges::any_of(kPythonInterfaces, [&](const PythonInterface& each) {
        return std::ranges::find(each.handed_out, name) != each.handed_out.end();
    });
}

/// Follows imports within one folder, whose entries are looked at once: a file may import very many
/// modules that are not there.
class HelperSearch {
public:
    explicit HelperSearch(fs::path folder) : folder_(std::move(folder)) {
        for (const fs::path& path : base::entries_of(folder_, kMostBotFiles)) {
            entries_.insert(path.filename().string());
        }
    }

    void follow(const fs::path& file) {
        if (!read_.insert(file).second || read_.size() > kMostRead) return;
        const auto contents = base::read_file(file, bytes_left_);
        if (!contents) return;
        bytes_left_ -= contents->size();
        for (const std::string& module : imported_modules(*contents, lines_left_)) find(module);
    }
    std::vector<fs::path> found() const { return {found_.begin(), found_.end()}; }

private:
    void find(const std::string& module) {
        std::error_code error;
        const fs::path file = folder_ / (module + ".py");
        if (entries_.contains(module + ".py") && fs::is_regular_file(file, error) &&
            stays_in(file, folder_)) {
            if (!read_.contains(file)) found_.insert(file);
            follow(file);
        }
        const fs::path package = folder_ / module;
        if (entries_.contains(module) && fs::is_directory(package, error)) add_package(package);
        add_compiled(module);
    }
    void add_package(const fs::path& package) {
        if (!packages_.insert(package).second || files_left_ == 0) return;
        std::vector<fs::path> sources = regular_files(package, folder_, files_left_);
        files_left_ -= std::min(files_left_, sources.size());
        std::erase_if(sources, [](const fs::path& file) { return file.extension() != ".py"; });
        if (sources.empty()) return;
        found_.insert(package);
        for (const fs::path& source : sources) follow(source);
    }
    /// `fast.so`, `fast.cpython-311-x86_64-linux-gnu.so`.
    void add_compiled(const std::string& module) {
        const std::string beginning = module + ".";
        for (auto name = entries_.lower_bound(beginning);
             name != entries_.end() && name->starts_with(beginning); ++name) {
            if (name->ends_with(".so") && stays_in(folder_ / *name, folder_)) {
                found_.insert(folder_ / *name);
            }
        }
    }

    fs::path folder_;
    std::set<std::string> entries_;  ///< of the folder
    std::set<fs::path> read_, packages_, found_;
    std::uintmax_t bytes_left_ = kMostSourceBytes;
    std::size_t files_left_ = kMostBotFiles, lines_left_ = kMostLines;
};

}  // namespace

std::vector<fs::path> python_helpers(const fs::path& file) {
    HelperSearch search(file.parent_path());
    search.follow(file);
    return search.found();
}

std::map<fs::path, fs::path> modules_among(std::span<const fs::path> files) {
    std::map<fs::path, fs::path> modules;
    for (const fs::path& importer : files) {
        for (const fs::path& file : python_helpers(importer)) {
            if (file == importer || std::ranges::find(files, file) == files.end()) {
                continue;
            }
            const auto contents = base::read_file(file, kMostSourceBytes);
            if (!contents || (names_a_bot(*contents) && !is_handed_out(file))) continue;
            modules.emplace(file, importer);
        }
    }
    return modules;
}

}  // namespace ninefold::process

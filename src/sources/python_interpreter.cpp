// SPDX-License-Identifier: MIT
#include "sources/python_interpreter.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"
#include "process/bot_command.h"
#include "process/tool.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;

base::Result<PythonInterpreter> probe(const fs::path& program, const PythonRequirements& needs) {
    std::vector<std::string> command = {program.string()};
    if (needs.sandboxed) command.insert(command.end(), {"-s", "-E"});
    command.insert(command.end(), {"-c", std::string(python_probe_file().front().contents)});
    command.insert(command.end(), needs.modules.begin(), needs.modules.end());
    command.emplace_back("--");
    command.insert(command.end(), needs.files.begin(), needs.files.end());
    const auto said = TRY(process::run_tool(std::move(command), needs.limit));
    const auto lines = base::split(said.output, '\n');
    if (said.code != 0 || lines.size() < 6) {
        return fail("{} fails: {}", program.string(), base::quoted(said.errors, 200));
    }
    PythonInterpreter python;
    python.program = program;
    python.version = lines[0];
    for (std::size_t i = 1; i <= 3; ++i) {
        const fs::path place(lines[i]);
        const bool is_new = std::ranges::find(python.places, place) == python.places.end();
        if (!process::is_system(place) && is_new) python.places.push_back(place);
    }
    for (const std::string_view word : base::split_words(lines[4]))
        python.missing.emplace_back(word);
    python.compiles = lines[5] == "True";
    return python;
}

/// The newest first: 3.13.0 before 3.9.18.
std::vector<fs::path> pyenv_versions(std::string_view beginning) {
    fs::path root = process::environment_value("PYENV_ROOT");
    if (root.empty()) root = fs::path("/") / process::environment_value("HOME") / ".pyenv";
    std::vector<std::pair<std::vector<int>, fs::path>> found;
    for (const fs::path& entry : base::entries_of(root / "versions")) {
        const std::string name = entry.filename().string();
        if (!name.starts_with(beginning)) continue;
        std::vector<int> numbers;
        for (const std::string_view part : base::split(name, '.')) {
            numbers.push_back(std::atoi(std::string(part).c_str()));
        }
        found.emplace_back(numbers, entry);
    }
    std::sort(found.rbegin(), found.rend());
    std::vector<fs::path> folders;
    for (auto& [numbers, folder] : found) folders.push_back(std::move(folder));
    return folders;
}

base::Result<fs::path> named_interpreter(const std::string& name) {
    std::error_code error;
    if (name.find('/') == std::string::npos) {
        fs::path path = process::find_on_path(name);
        if (path.empty()) return fail("there is no interpreter {} on PATH", base::quoted(name));
        return path;
    }
    if (::access(name.c_str(), X_OK) != 0) {
        return fail("the interpreter {} cannot be run", base::quoted(name, 200));
    }
    return fs::absolute(name, error);
}

/// Those of each version in turn: the system's, those on PATH, those of pyenv.
std::vector<fs::path> interpreters(const std::vector<int>& versions) {
    std::vector<fs::path> found;
    const auto add = [&](const fs::path& path) {
        const bool is_new = std::ranges::find(found, path) == found.end();
        if (!path.empty() && is_new && ::access(path.c_str(), X_OK) == 0) found.push_back(path);
    };
    for (const int version : versions) {
        std::vector<std::string> names = {"python3"};
        if (version == 2) names = {"python2.7", "python2"};
        for (const std::string& name : names) add(fs::path("/usr/bin") / name);
        for (const std::string& name : names) add(process::find_on_path(name));
        for (const fs::path& folder : pyenv_versions(version == 2 ? "2.7" : "3.")) {
            add(folder / "bin" / names.front());
        }
    }
    return found;
}

base::Error none_found(const std::vector<int>& versions, std::string_view failures) {
    return fail("no {} was found (tried: /usr/bin, PATH, pyenv{}); install one, or name it with "
                "--python",
                versions == std::vector{2} ? "Python 2.7" : "Python 3", failures);
}

bool is_better(const PythonInterpreter& a, const PythonInterpreter& b) {
    if (a.compiles != b.compiles) return a.compiles;
    return a.missing.size() < b.missing.size();
}

/// `2.7` of `python2.7`, empty for `python`; nothing for other programs.
std::optional<std::string> version_of(const fs::path& program) {
    constexpr std::string_view kPython = "python";
    const std::string name = program.filename().string();
    const bool is_python = name.starts_with(kPython) &&
                           name.find_first_not_of("0123456789.", kPython.size()) == name.npos;
    return is_python ? std::optional(name.substr(kPython.size())) : std::nullopt;
}

}  // namespace

base::Result<fs::path> find_python3() {
    const auto found = interpreters({3});
    if (found.empty()) return none_found({3}, "");
    return found.front();
}

bool names_python(std::string_view program) { return version_of(program).has_value(); }

base::Result<PythonInterpreter> named_python(const std::string& program, bool sandboxed) {
    PythonRequirements needs;
    needs.sandboxed = sandboxed;
    const fs::path system = fs::path("/usr/bin") / program;
    const std::string version = version_of(program).value_or("");
    if (program.find('/') != std::string::npos) {
        needs.named = program;
    } else if (::access(system.c_str(), X_OK) == 0) {
        needs.named = system.string();
    } else if (const fs::path found = process::find_on_path(program); !found.empty()) {
        needs.named = found.string();
    } else if (const auto folders = pyenv_versions(version); !version.empty() && !folders.empty()) {
        needs.named = (folders.front() / "bin" / program).string();
    } else {
        return fail("no {} was found (tried: /usr/bin, PATH, pyenv); install one, or write another "
                    "interpreter's whole path",
                    program);
    }
    return choose_python(needs);
}

base::Result<PythonInterpreter> choose_python(const PythonRequirements& needs) {
    if (!needs.named.empty()) {
        return probe(TRY(named_interpreter(needs.named)), needs);
    }
    std::optional<PythonInterpreter> best;
    std::string failures;
    for (const fs::path& program : interpreters(needs.versions)) {
        auto python = probe(program, needs);
        if (!python) {
            failures += fmt::format("; {}", python.error().message);
            continue;
        }
        if (!best || is_better(*python, *best)) best = std::move(*python);
        if (best->compiles && best->missing.empty()) break;
    }
    if (best) return std::move(*best);
    return none_found(needs.versions, failures);
}

}  // namespace ninefold::sources

// SPDX-License-Identifier: MIT
#include "bots/python_bot.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/words.h"
#include "bots/command_bot.h"
#include "bots/hosts.h"
#include "bots/python_interpreter.h"
#include "bots/tool.h"

namespace ninefold::bots {

namespace {

namespace fs = std::filesystem;
using base::fail;
using nlohmann::json;

constexpr std::chrono::seconds kReadLimit{20};

/// What hosts/python/recognise.py says of a file; its docstring describes the fields.
base::Result<json> read_file(const fs::path& path, const fs::path& hosts, const HouseRules& rules) {
    const auto reader = find_python3();
    if (!reader) return reader.error();
    std::vector<std::string> command = {reader->string(), "-S", "-E",
                                        (hosts / "python/recognise.py").string()};
    if (!rules.allowed_imports.empty()) {
        command.emplace_back("--allow");
        command.push_back(fmt::format("{}", fmt::join(rules.allowed_imports, ",")));
    }
    command.push_back(path.string());
    const auto said = run_tool(std::move(command), kReadLimit);
    if (!said) return said.error();
    json report = json::parse(said->output, nullptr, false);
    if (report.is_discarded() || !report.is_object()) {
        return fail("{} could not be read: {}", path.string(), base::quoted(said->errors, 300));
    }
    if (said->code != 0) return fail("{}: {}", path.string(), report.value("advice", ""));
    return report;
}

std::string candidates_text(const json& report, const std::string& interface,
                            const std::string& file) {
    std::string text;
    for (const json& found : report["candidates"].value(interface, json::array())) {
        text += fmt::format("{}{}:{}#{} (line {})", text.empty() ? "" : ", ", interface, file,
                            found.value("name", ""), found.value("line", 0));
    }
    return text;
}

std::string all_candidates(const json& report, const std::string& file) {
    std::string text;
    for (const json& interface : report["interfaces"]) {
        if (!text.empty()) text += ", ";
        text += candidates_text(report, interface.get<std::string>(), file);
    }
    return text;
}

/// Why the file is no bot, and what would be one.
base::Error nothing_found(const json& report, const PythonFile& file) {
    const std::string name = file.path.filename().string();
    const json& mistake = report["syntax_error"];
    if (mistake.is_object()) {
        return fail("{}: a syntax error in line {} ({}), and no bot found", name,
                    mistake.value("line", 0), mistake.value("message", ""));
    }
    return fail("{}: {}; a program that speaks a protocol is named with its command, as in "
                "'ugi:python3 {}' or 'codingame:python3 {}'",
                name, report.value("advice", "no bot found"), name, name);
}

/// Fills in what the name left open, from what the file holds.
base::Result<void> recognise(const json& report, PythonFile& file) {
    const std::string name = file.path.filename().string();
    if (file.interface.empty() && !file.member.empty()) {
        for (const json& interface : report["interfaces"]) {
            for (const json& found : report["candidates"][interface.get<std::string>()]) {
                if (found.value("name", "") == file.member) file.interface = interface;
            }
        }
        if (file.interface.empty()) {
            const std::string known = all_candidates(report, name);
            return fail("{} holds no bot {}; found: {}", name, base::quoted(file.member),
                        known.empty() ? "none" : known);
        }
    }
    if (file.interface.empty()) {
        const json& choice = report["choice"];
        const std::string known = all_candidates(report, name);
        if (choice.is_object()) file.interface = choice.value("interface", "");
        else if (known.empty()) return nothing_found(report, file);
        else return fail("{} holds several bots; say which one: {}", name, known);
    }
    const json found = report["candidates"].value(file.interface, json::array());
    if (file.member.empty() && found.size() > 1) {
        return fail("{} holds several bots; say which one: {}", name,
                    candidates_text(report, file.interface, name));
    }
    return {};
}

base::Result<void> check_house_rules(const json& report, const HouseRules& rules) {
    std::string sentences;
    for (const json& violation : report.value("violations", json::array())) {
        if (!sentences.empty()) sentences += "; ";
        sentences += violation.value("sentence", "");
    }
    if (sentences.empty()) return {};
    return fail("the house's rules do not allow this bot: {}; the list is {} (--allow-imports sets "
                "another)",
                sentences, fmt::join(rules.allowed_imports, ","));
}

/// Modules that the host provides or that lie beside the bot.
bool comes_with_bot(const std::string& module, const std::string& interface,
                    const fs::path& folder) {
    static const std::set<std::string> kSelectMove = {"state"};
    static const std::set<std::string> kBestMove = {"engines", "game", "engine_base", "board"};
    if (interface == "select_move" && kSelectMove.contains(module)) return true;
    if (interface == "best_move" && kBestMove.contains(module)) return true;
    std::error_code error;
    return fs::exists(folder / (module + ".py"), error) || fs::is_directory(folder / module, error);
}

std::vector<std::string> modules_needed(const json& report, const std::string& interface,
                                        const fs::path& folder) {
    std::set<std::string> modules;
    for (const json& import : report["imports"]) {
        if (!import["module"].is_string()) continue;
        const auto module = import["module"].get<std::string>();
        const std::string top = module.substr(0, module.find('.'));
        if (!top.empty() && !comes_with_bot(top, interface, folder)) modules.insert(top);
    }
    if (interface == "select_move" || interface == "best_move") modules.insert("numpy");
    return {modules.begin(), modules.end()};
}

struct Python2Verdict {
    bool is_python2 = false;
    bool is_certain = false;
    std::string because;  ///< "line 34: print statement"
};

Python2Verdict python2_verdict(const json& report) {
    const json& found = report["python2"];
    const std::string verdict = found.value("verdict", "no");
    Python2Verdict result{verdict != "no", verdict == "certain", {}};
    for (const json& line : found.value("lines", json::array())) {
        result.because = fmt::format("line {}: {}", line.value("line", 0), line.value("what", ""));
        if (result.because.ends_with("print statement")) break;
    }
    return result;
}

/// The interpreter for a file. A file that only looks like Python 2 may have to do with a 3.
base::Result<PythonInterpreter> interpreter_for(const json& report, const std::string& interface,
                                                const fs::path& path, const HouseRules& rules,
                                                std::vector<std::string>& notes) {
    PythonWish wish{rules.python, false, modules_needed(report, interface, path.parent_path()),
                    rules.sandbox.enabled};
    const Python2Verdict old = python2_verdict(report);
    const std::string name = path.filename().string();
    if (old.is_python2 && interface != "select_move" && interface != "best_move") {
        wish.python2 = true;
        auto python = choose_python(wish);
        if (python || old.is_certain) {
            if (!python) {
                return fail("{} is written in Python 2 ({}), and {}", name, old.because,
                            python.error().message);
            }
            return python;
        }
        wish.python2 = false;
        notes.push_back(fmt::format("{} looks like Python 2 ({}), but no Python 2.7 was found: it "
                                    "is run by a Python 3",
                                    name, old.because));
    }
    return choose_python(wish);
}

void note_missing(const PythonInterpreter& python, const std::string& file,
                  std::vector<std::string>& notes) {
    if (python.missing.empty()) return;
    notes.push_back(fmt::format("{} imports {}, which {} (Python {}) does not have; another "
                                "interpreter can be named with --python",
                                file, fmt::join(python.missing, ", "), python.program.string(),
                                python.version));
}

/// A program run by `python`, in the folder of its file.
ProgramPlan program_of(const fs::path& path, const PythonInterpreter& python) {
    ProgramPlan program;
    program.name = path.stem().string();
    program.command.folder = path.parent_path();
    program.command.arguments = {python.program.string()};
    program.files = {path};
    program.read_only = python.places;
    program.read_only.push_back(path);
    return program;
}

}  // namespace

base::Result<BotPlan> plan_python_bot(const PythonFile& named, const HouseRules& rules,
                                      std::shared_ptr<Keeper> keeper) {
    PythonFile file = named;
    const auto hosts = find_hosts(rules.hosts);
    if (!hosts) return hosts.error();
    const auto report = read_file(file.path, *hosts, rules);
    if (!report) return report.error();
    if (const auto done = recognise(*report, file); !done) return done.error();
    if (const auto fine = check_house_rules(*report, rules); !fine) return fine.error();
    std::vector<std::string> notes;
    const auto python = interpreter_for(*report, file.interface, file.path, rules, notes);
    if (!python) return python.error();
    note_missing(*python, file.path.filename().string(), notes);

    ProgramPlan program = program_of(file.path, *python);
    program.is_hosted = true;
    const fs::path host = *hosts / "python";
    program.read_only.push_back(host);
    auto& words = program.command.arguments;
    words.insert(words.end(),
                 {(host / "ninefold_host.py").string(), "--interface", file.interface});
    if (!file.arguments.empty()) {
        for (const std::string_view argument : base::split(file.arguments, ',')) {
            words.insert(words.end(), {"--arg", std::string(argument)});
        }
    }
    words.push_back(file.path.string());
    if (!file.member.empty()) {
        words.back() += '#' + file.member;
        program.name += '#' + file.member;
    }
    program.description = fmt::format("Python {}, {} ({})", python->version, file.interface,
                                      file.path.filename().string());
    program.notes = std::move(notes);
    return plan_program(std::move(program), rules, std::move(keeper));
}

base::Result<BotPlan> plan_python_program(const fs::path& path, Protocol protocol,
                                          BotOptions options, const HouseRules& rules,
                                          std::shared_ptr<Keeper> keeper) {
    const auto hosts = find_hosts(rules.hosts);
    if (!hosts) return hosts.error();
    const auto report = read_file(path, *hosts, rules);
    if (!report) return report.error();
    if (const auto fine = check_house_rules(*report, rules); !fine) return fine.error();
    std::vector<std::string> notes;
    const auto python = interpreter_for(*report, "", path, rules, notes);
    if (!python) return python.error();
    note_missing(*python, path.filename().string(), notes);
    ProgramPlan program = program_of(path, *python);
    program.command.arguments.push_back(path.string());
    program.protocol = protocol;
    program.options = std::move(options);
    program.description = fmt::format("Python {}, {} ({})", python->version, name(protocol),
                                      path.filename().string());
    program.notes = std::move(notes);
    return plan_program(std::move(program), rules, std::move(keeper));
}

}  // namespace ninefold::bots

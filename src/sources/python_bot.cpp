// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/split.h"
#include "base/try.h"
#include "process/tool.h"
#include "sources/program_plan.h"
#include "sources/python_interpreter.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;
using nlohmann::json;

const std::vector<std::string>& import_list(const HouseRules& rules) {
    return rules.allowed_imports.empty() ? rules.usual_imports : rules.allowed_imports;
}

/// What hosts/python/recognise.py says of a file; its docstring describes the fields.
base::Result<json> read_file(const fs::path& path, const fs::path& hosts, const HouseRules& rules) {
    const auto reader = TRY(find_python3());
    std::vector<std::string> command = {reader.string(), "-S", "-E",
                                        (hosts / "python/recognise.py").string()};
    if (const auto& list = import_list(rules); !list.empty()) {
        command.emplace_back("--allow");
        command.push_back(fmt::format("{}", fmt::join(list, ",")));
    }
    command.push_back(path.string());
    const auto said = process::run_tool(std::move(command), rules.reading);
    if (!said) return fail("{} could not be read: {}", path.string(), said.error().message);
    json report = base::parse_json<json>(said->output);
    if (report.is_discarded() || !report.is_object()) {
        return fail("{} could not be read: {}", path.string(), base::quoted(said->errors, 300));
    }
    if (said->code != 0) return fail("{}: {}", path.string(), report.value("advice", ""));
    return report;
}

/// The bots that were found for these interfaces: `class:bot.py#Player (line 3)`.
std::string candidates(const json& report, const json& interfaces, const std::string& file) {
    std::vector<std::string> found;
    for (const json& interface : interfaces) {
        const auto word = interface.get<std::string>();
        for (const json& each : report["candidates"].value(word, json::array())) {
            found.push_back(fmt::format("{}:{}#{} (line {})", word, file, each.value("name", ""),
                                        each.value("line", 0)));
        }
    }
    return fmt::format("{}", fmt::join(found, ", "));
}

/// Why the file is no bot, and what would be one.
base::Error nothing_found(const json& report, const std::string& name) {
    const json& mistake = report["syntax_error"];
    if (mistake.is_object()) {
        return fail("{}: a syntax error in line {} ({}), and no bot found", name,
                    mistake.value("line", 0), mistake.value("message", ""));
    }
    return fail("{}: {}; a program that speaks a protocol is named with its command, as in "
                "'ugi:python3 {}' or 'codingame:python3 {}'",
                name, report.value("advice", "no bot found"), name, name);
}

/// Fills in the interface where the name left it open, from what the file holds.
base::Result<void> recognise(const json& report, BotName& bot) {
    const std::string name = bot.path.filename().string();
    const std::string member = bot.member.value_or("");
    if (bot.word.empty() && !member.empty()) {
        for (const json& interface : report["interfaces"]) {
            for (const json& found : report["candidates"][interface.get<std::string>()]) {
                if (found.value("name", "") == member) bot.word = interface;
            }
        }
        if (bot.word.empty()) {
            const std::string known = candidates(report, report["interfaces"], name);
            return fail("{} holds no bot {}; found: {}", name, base::quoted(member),
                        known.empty() ? "none" : known);
        }
    }
    if (bot.word.empty()) {
        const json& choice = report["choice"];
        const std::string known = candidates(report, report["interfaces"], name);
        if (choice.is_object()) bot.word = choice.value("interface", "");
        else if (known.empty()) return nothing_found(report, name);
        else return fail("{} holds several bots; say which one: {}", name, known);
    }
    const json found = report["candidates"].value(bot.word, json::array());
    if (member.empty() && found.size() > 1) {
        return fail("{} holds several bots; say which one: {}", name,
                    candidates(report, json::array({bot.word}), name));
    }
    return {};
}

/// Refuses imports that the organiser's list does not name, and notes those that a community's
/// does not.
base::Result<void> check_house_rules(const json& report, const HouseRules& rules,
                                     std::vector<std::string>& notes) {
    std::vector<std::string> sentences;
    std::set<std::string> modules;
    for (const json& violation : report.value("violations", json::array())) {
        sentences.push_back(violation.value("sentence", ""));
        const json& module = violation["module"];
        modules.insert(module.is_string() ? module.get<std::string>() : "a computed name");
    }
    if (sentences.empty()) return {};
    if (rules.allowed_imports.empty()) {
        notes.push_back(fmt::format("imports {}, not only the {} that its community names; that is "
                                    "allowed here (--allow-imports {} refuses it, --allow-imports "
                                    "all leaves this note out)",
                                    fmt::join(modules, ", "), fmt::join(rules.usual_imports, ", "),
                                    fmt::join(rules.usual_imports, ",")));
        return {};
    }
    return fail("the house's rules do not allow this bot: {}; the list is {} (--allow-imports sets "
                "another)",
                fmt::join(sentences, "; "), fmt::join(rules.allowed_imports, ","));
}

/// Modules that the host provides or that lie beside the bot.
bool comes_with_bot(const std::string& module, const json& terms, const fs::path& folder) {
    const json provided = terms.value("provides", json::array());
    if (std::find(provided.begin(), provided.end(), module) != provided.end()) return true;
    std::error_code error;
    return fs::exists(folder / (module + ".py"), error) || fs::is_directory(folder / module, error);
}

std::vector<std::string> modules_needed(const json& report, const json& terms,
                                        const fs::path& folder) {
    std::set<std::string> modules;
    for (const json& import : report["imports"]) {
        if (!import["module"].is_string()) continue;
        const auto module = import["module"].get<std::string>();
        const std::string top = module.substr(0, module.find('.'));
        if (!top.empty() && !comes_with_bot(top, terms, folder)) modules.insert(top);
    }
    for (const json& module : terms.value("needs", json::array())) modules.insert(module);
    return {modules.begin(), modules.end()};
}

/// Which Python a file is written for, as far as it can be read from it.
struct VersionSigns {
    bool needs2 = false;  ///< it holds syntax that Python 3 refuses
    std::string of2;      ///< "line 34: print statement"; empty: nothing that only Python 2 has
    std::string of3;      ///< "line 3: f-string"; empty: nothing that only Python 3 has
    std::string error3;   ///< why Python 3 does not compile it; may be empty
};

std::string place_of(const json& line, const std::string& bot) {
    const std::string file = line.value("file", bot);
    return fmt::format("{}line {}", file == bot ? "" : file + ", ", line.value("line", 0));
}

/// The first of the lines; a print statement is the most telling.
std::string first_sign(const json& lines, const std::string& bot) {
    std::string sign;
    for (const json& line : lines) {
        const std::string what = line.value("what", "");
        if (sign.empty() || what == "print statement") {
            sign = fmt::format("{}: {}", place_of(line, bot), what);
        }
        if (what == "print statement") break;
    }
    return sign;
}

VersionSigns version_signs(const json& report, const std::string& bot) {
    VersionSigns signs;
    signs.needs2 = report["python2"].value("verdict", "no") == "certain";
    signs.of2 = first_sign(report["python2"].value("lines", json::array()), bot);
    signs.of3 = first_sign(report["python3"].value("lines", json::array()), bot);
    if (const json& error = report["syntax_error"]; error.is_object()) {
        signs.error3 =
            fmt::format("{}: {}", place_of(error, bot), base::quoted(error.value("message", "")));
    }
    return signs;
}

/// Most bots of some interfaces are from years of Python 2, and read the same in both: there an int
/// divided by an int is an int. Where Python 3 cannot compile a file, 2.7 may.
std::vector<int> versions_for(const VersionSigns& signs, const json& terms) {
    const std::string usual = terms.value("python", "");
    if (usual == "3") return {3};
    if (signs.needs2) return {2};
    if (!signs.of3.empty()) return {3, 2};
    if (!signs.of2.empty() || usual == "2") return {2, 3};
    return signs.error3.empty() ? std::vector{3} : std::vector{3, 2};
}

/// Why the interpreter was chosen among those of several versions.
std::string reason_for(const PythonInterpreter& python, const VersionSigns& signs) {
    if (!python.is_python2()) return signs.of3;
    if (!signs.of2.empty()) return signs.of2;
    if (!signs.error3.empty()) return "Python 3 cannot compile " + signs.error3;
    return "nothing in it needs Python 3";
}

/// What the organiser should know where the other version would have been the better one.
void note_version(const PythonInterpreter& python, const VersionSigns& signs,
                  const std::string& name, std::vector<std::string>& notes) {
    if (python.is_python2()) return;
    if (signs.of3.empty() && !signs.of2.empty()) {
        notes.push_back(fmt::format("{} looks like Python 2 ({}), but no Python 2.7 that fits was "
                                    "found: it is run by a Python 3",
                                    name, signs.of2));
    } else if (!python.compiles) {
        notes.push_back(fmt::format("{} cannot be compiled by Python {} ({}), nor by a Python 2.7 "
                                    "here",
                                    name, python.version, signs.error3));
    }
}

void note_missing(const PythonInterpreter& python, const json& report, const std::string& file,
                  std::vector<std::string>& notes) {
    if (python.missing.empty()) return;
    std::vector<std::string> packages;
    for (const std::string& module : python.missing) {
        const std::string package = report["packages"].value(module, "");
        if (!package.empty() && !python.is_python2()) packages.push_back(package);
    }
    notes.push_back(
        fmt::format("{} imports {}, which {} (Python {}) does not have{}; another interpreter can "
                    "be named with --python",
                    file, fmt::join(python.missing, ", "), python.program.string(), python.version,
                    packages.empty() ? ""
                                     : fmt::format(" (Debian: {})", fmt::join(packages, ", "))));
}

/// The interpreter for a file, the organiser's where one is named; notes what it lacks.
base::Result<PythonInterpreter> interpreter_for(const json& report, const std::string& interface,
                                                const fs::path& path, const HouseRules& rules,
                                                std::vector<std::string>& notes) {
    const std::string name = path.filename().string();
    const VersionSigns signs = version_signs(report, name);
    const json terms = report.value("terms", json::object()).value(interface, json::object());
    PythonRequirements needs{
        rules.python, versions_for(signs, terms), modules_needed(report, terms, path.parent_path()),
        {path},       rules.sandbox.enabled,      rules.reading};
    for (const json& helper : report.value("helpers", json::array())) {
        needs.files.emplace_back(helper.get<std::string>());
    }
    auto python = choose_python(needs);
    if (!python && signs.needs2 && rules.python.empty()) {
        return fail("{} is written in Python 2 ({}), and {}", name, signs.of2,
                    python.error().message);
    }
    if (!python) return python.error();
    if (!rules.python.empty()) {
        python->because = "named by --python";
    } else if (needs.versions != std::vector{3}) {
        note_version(*python, signs, name, notes);
        python->because = reason_for(*python, signs);
    }
    note_missing(*python, report, name, notes);
    return python;
}

/// A program run by a Python, in the folder of its file, without the arguments. `label` is what
/// the file's interface or protocol is called.
base::Result<ProgramPlan> python_program(const fs::path& path, const json& report,
                                         const std::string& interface, std::string_view label,
                                         const HouseRules& rules) {
    ProgramPlan program(rules);
    std::vector<std::string>& notes = program.source.notes;
    TRY(check_house_rules(report, rules, notes));
    const auto python = TRY(interpreter_for(report, interface, path, rules, notes));
    process::ProcessSpec& spec = program.spec;
    spec.name = path.stem().string();
    spec.command.folder = path.parent_path();
    spec.command.arguments = {python.program.string()};
    spec.sandbox.own = {path};
    Paths& shown = spec.sandbox.read_only;
    shown.insert(shown.end(), python.places.begin(), python.places.end());
    program.source.description =
        fmt::format("Python {}{}, {} ({})", python.version,
                    python.because.empty() ? "" : fmt::format(" ({})", python.because), label,
                    path.filename().string());
    return program;
}

}  // namespace

base::Result<BotSource> plan_python_bot(BotName name, const PlanContext& context) {
    const auto hosts = TRY(find_hosts(context.rules.hosts));
    const auto report = TRY(read_file(name.path, hosts, context.rules));
    TRY(recognise(report, name));
    auto program = TRY(python_program(name.path, report, name.word, name.word, context.rules));
    program.source.kind = BotKind::kHosted;
    const fs::path host = hosts / "python";
    program.spec.sandbox.host = host;
    auto& words = program.spec.command.arguments;
    words.insert(words.end(), {(host / "ninefold_host.py").string(), "--interface", name.word});
    if (!name.settings.empty()) {
        for (const std::string_view argument : base::split(name.settings, ',')) {
            words.insert(words.end(), {"--arg", std::string(argument)});
        }
    }
    words.push_back(name.path.string());
    if (const std::string member = name.member.value_or(""); !member.empty()) {
        words.back() += '#' + member;
        program.spec.name += '#' + member;
    }
    if (!name.settings.empty()) program.spec.name += ':' + name.settings;
    return plan_program(std::move(program), context);
}

base::Result<PythonInterpreter> python_for_program(const fs::path& path, const HouseRules& rules,
                                                   std::vector<std::string>& notes) {
    const auto report = TRY(read_file(path, TRY(find_hosts(rules.hosts)), rules));
    return interpreter_for(report, "", path, rules, notes);
}

base::Result<BotSource> plan_python_program(const BotName& name, process::Protocol protocol,
                                            const PlanContext& context) {
    const auto report =
        TRY(read_file(name.path, TRY(find_hosts(context.rules.hosts)), context.rules));
    auto program = TRY(python_program(name.path, report, "", facts(protocol).label, context.rules));
    program.spec.command.arguments.push_back(name.path.string());
    program.spec.protocol = protocol;
    program.spec.options = name.options;
    return plan_program(std::move(program), context);
}

}  // namespace ninefold::sources

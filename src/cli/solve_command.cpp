// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "arena/time_control.h"
#include "base/file_contents.h"
#include "cli/commands.h"
#include "cli/position_options.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "search/open_strategy.h"
#include "search/proof_check.h"
#include "search/solver.h"

namespace ninefold::cli {

namespace {

struct SolveOptions {
    PositionOptions position;
    std::string text, time = "60s", proof;
    int table_mb = 256;
    bool json = false;
};

std::string_view result_name(int result) {
    return result > 0 ? "win" : result < 0 ? "loss" : "draw";
}

/// The start under `open` rules is proved by X's known plan; no search would finish.
std::optional<search::Proof> prove_open_start(const rules::AnyPosition& position,
                                              std::stop_token stop) {
    if (position !=
        rules::AnyPosition::start({rules::Ruleset::kOpen, position.rules().tie_break})) {
        return std::nullopt;
    }
    search::OpenStrategy plan;
    const auto interrupt = [&] { return stop.stop_requested(); };
    if (!plan.prepare(interrupt)) return std::nullopt;
    const auto choose = [&](const rules::AnyPosition& p) {
        return p.visit([&]<rules::Ruleset R>(const rules::Position<R>& at) {
            if constexpr (R == rules::Ruleset::kOpen) return plan.move(at, interrupt);
            else return std::optional<rules::Move>();
        });
    };
    auto strategy = search::build_strategy(position, rules::Side::kX, 1, choose);
    if (!strategy) return std::nullopt;
    return search::Proof{position, 1, {std::move(*strategy)}};
}

void print_result(const SolveOptions& options, const rules::AnyPosition& position,
                  const search::SolveResult& result) {
    const double seconds = std::chrono::duration<double>(result.time).count();
    if (options.json) {
        nlohmann::ordered_json json = {
            {"position", rules::to_text(position)},
            {"result", result.result ? nlohmann::ordered_json(result_name(*result.result))
                                     : nlohmann::ordered_json(nullptr)},
            {"low", result_name(result.low)},
            {"high", result_name(result.high)},
            {"move", result.move ? nlohmann::ordered_json(rules::to_text(*result.move))
                                 : nlohmann::ordered_json(nullptr)},
            {"nodes", result.nodes},
            {"seconds", seconds}};
        fmt::print("{}\n", json.dump());
        return;
    }
    const char side = rules::to_capital(position.side());
    if (!result.result) {
        fmt::print("not solved in {:.1f} s ({} nodes): for {}, between {} and {}\n", seconds,
                   result.nodes, side, result_name(result.low), result_name(result.high));
        return;
    }
    fmt::print("{} for {}{}  ({} nodes, {:.3f} s)\n", result_name(*result.result), side,
               result.move ? fmt::format(", e.g. by {}", rules::to_text(*result.move)) : "",
               result.nodes, seconds);
}

int solve(const SolveOptions& options) {
    Interruption interruption;
    const rules::AnyPosition position = options.position.position_or(options.text);
    if (position.is_over()) throw CommandError("the game is over in this position");
    if (!options.proof.empty()) check_output(options.proof);
    if (const auto proof = prove_open_start(position, interruption.token())) {
        if (!options.proof.empty()) write_text(options.proof, search::to_text(*proof));
        search::SolveResult known{
            1, 1, 1, proof->strategies[0].moves.front(), proof->strategies[0].moves.size(), {}};
        print_result(options, position, known);
        return 0;
    }
    const auto solver = search::make_solver(static_cast<std::size_t>(options.table_mb));
    search::SolveLimits limits;
    limits.time = value_or_throw(arena::parse_duration(options.time));
    limits.stop = interruption.token();
    const search::SolveResult result = solver->solve(position, limits);
    print_result(options, position, result);
    if (!result.result) return 1;
    if (!options.proof.empty()) {
        const auto proof = value_or_throw(search::prove(*solver, position, limits));
        write_text(options.proof, search::to_text(proof));
    }
    return 0;
}

int verify(const std::string& path) {
    const auto proof = search::parse_proof(value_or_throw(base::read_file(path)));
    if (!proof) throw CommandError(fmt::format("{}: {}", path, proof.error().message));
    const auto checked = search::check_proof(*proof);
    if (!checked) {
        fmt::print("refuted: {}\n", checked.error().message);
        return 1;
    }
    fmt::print("verified: {} for {} in {}  ({} positions, longest game {} plies)\n",
               result_name(proof->result), rules::to_capital(proof->position.side()),
               rules::to_text(proof->position), checked->positions, checked->longest);
    return 0;
}

}  // namespace

void add_solve_command(Command& app) {
    auto options = std::make_shared<SolveOptions>();
    Command& command = app.add_subcommand("solve", "Prove the result of a late position");
    command.add_option("POSITION", options->text, "position string; or use --position and --moves");
    options->position.add_to(command);
    command.add_option("--time", options->time, "give up after this (default 60s)");
    command.add_option("--hash", options->table_mb, "table in MiB (default 256)").range(1, 1 << 20);
    command.add_option("--proof", options->proof, "write a proof for 'ninefold verify-proof'");
    command.add_flag("--json", options->json, "one JSON object");
    command.footer(
        "Results are the mover's. Exit code 1: not solved in time. The empty board under open "
        "rules\n"
        "is solved by X's known plan.\n\n"
        "Examples:\n"
        "  ninefold solve --rules open --proof open.proof && ninefold verify-proof open.proof\n"
        "  ninefold solve '2oxox1xo/oo1xx4/x3xx2o/o1oox1o2/xxoxoxxox/ox2oo3/3xo4/xo2o4/2x1o1oxx x "
        "6'");
    command.runs([options] { return solve(*options); });
}

void add_verify_proof_command(Command& app) {
    auto path = std::make_shared<std::string>();
    Command& command =
        app.add_subcommand("verify-proof",
                           "Check a proof of 'ninefold solve' with nothing but the rules");
    command.add_option("FILE", *path, "the proof").required();
    command.footer(
        "Exit code 1: the proof is wrong.\n\nExamples:\n  ninefold verify-proof open.proof");
    command.runs([path] { return verify(*path); });
}

}  // namespace ninefold::cli

// SPDX-License-Identifier: MIT
#include "process/sandbox_check.h"

#include <map>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"

namespace ninefold::process {

namespace {

using Words = std::vector<std::string_view>;

/// A user of the sandbox as the referee's namespace knows it.
std::optional<long> outside(long user, const std::vector<Words>& maps) {
    for (const Words& map : maps) {
        if (map.size() != 3) continue;
        const auto first = base::parse_number<long>(map[0]);
        const auto there = base::parse_number<long>(map[1]);
        const auto count = base::parse_number<long>(map[2]);
        if (first && there && count && user >= *first && user - *first < *count) {
            return *there + user - *first;
        }
    }
    return std::nullopt;
}

}  // namespace

BotCommand sandbox_probe() {
    return {{"sh", "-c", std::string(sandbox_probe_file().front().contents)}, "/tmp"};
}

std::optional<std::string> sandbox_fault(std::string_view report, uid_t starter) {
    std::map<std::string_view, std::vector<Words>> found;
    for (const std::string_view line : base::split(report, '\n')) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        found[line.substr(0, colon)].push_back(base::split_words(line.substr(colon + 1)));
    }
    const auto only = [&](std::string_view key) -> std::string_view {
        const auto& all = found[key];
        return all.size() == 1 && all[0].size() == 1 ? all[0][0] : "";
    };
    if (only("end") != "here") return fmt::format("its probe says {}", base::quoted(report, 200));
    const auto user = base::parse_number<long>(only("uid"));
    const auto real = user ? outside(*user, found["map"]) : std::nullopt;
    if (!user || *user == 0 || (starter == 0 && (!real || *real == 0))) {
        return "the bot's user would be root on this machine";
    }
    for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}) {
        const std::string_view mask = only(set);
        if (mask.empty() || mask.find_first_not_of('0') != std::string_view::npos) {
            return fmt::format("the bot would keep privileges ({} {})", set, mask);
        }
    }
    if (only("NoNewPrivs") != "1") return "the bot could get new privileges";
    if (only("Seccomp") != "2") return "its system calls would not be filtered";
    for (const Words& file : found["writable"]) {
        return fmt::format("the bot could write {}", fmt::join(file, " "));
    }
    for (const Words& place : found["seen"]) {
        return fmt::format("the bot would see {}", fmt::join(place, " "));
    }
    if (found.contains("init")) return "the bot could reach its sandbox's first process";
    for (const Words& interface : found["interface"]) {
        if (interface != Words{"lo"}) {
            return fmt::format("the bot would have the network {}", fmt::join(interface, " "));
        }
    }
    return std::nullopt;
}

}  // namespace ninefold::process

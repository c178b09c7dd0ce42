// SPDX-License-Identifier: MIT
#include "engine/version.h"

#include <fmt/format.h>

#include "net/builtin.h"
#include "net/network_file.h"

namespace ninefold::engine {

namespace {

/// Name and checksum of the network carried for the rules.
std::string network_id(rules::Rules rules) {
    return net::NetworkFile::parse(net::builtin_network(rules)).value().id();
}

}  // namespace

std::string version_text() { return "ninefold " + version_number(); }

std::string version_number() { return NINEFOLD_VERSION; }

std::string engine_name() {
    return fmt::format("{} ({})", version_text(), network_id(rules::Rules{}));
}

std::string version_report() {
    std::string text = version_text();
    if (!commit().empty()) text += fmt::format(" ({})", commit());
    for (const rules::Ruleset ruleset : rules::kRulesets) {
        for (const rules::TieBreak tie_break : rules::kTieBreaks) {
            const rules::Rules rules{ruleset, tie_break};
            text += fmt::format("\nnetwork for {}: {}", rules::name(rules), network_id(rules));
        }
    }
    return text;
}

}  // namespace ninefold::engine

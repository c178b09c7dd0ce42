// SPDX-License-Identifier: MIT
#include "engine/version.h"

#include <fmt/format.h>

#include "net/builtin.h"
#include "net/network_file.h"

namespace ninefold::engine {

namespace {

/// Name and checksum of the network carried for the rules, "none" where there is none.
std::string network_id(rules::Rules rules) {
    const auto file = net::NetworkFile::parse(net::builtin_network(rules));
    return file ? file->id() : "none";
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
    for (const rules::Rules rules : rules::kAllRules) {
        text += fmt::format("\nnetwork for {}: {}", rules::name(rules), network_id(rules));
    }
    return text;
}

}  // namespace ninefold::engine

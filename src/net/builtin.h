// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "rules/ruleset.h"

namespace ninefold::net {

/// The bytes of the network file that the program carries for these rules. Hand them to
/// Network::parse. (In the browser: of those fetched so far, else none.)
std::span<const std::byte> builtin_network(rules::Rules rules);

}  // namespace ninefold::net

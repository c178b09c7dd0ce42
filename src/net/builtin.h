// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "base/embedded_file.h"
#include "rules/ruleset.h"

namespace ninefold::net {

/// The files of nets/: `standard.nfnet`, `standard_majority.nfnet` and so on.
std::span<const base::EmbeddedFile> network_files();

/// The bytes of the network file that the program carries for these rules. Hand them to
/// Network::parse. (In the browser: of those fetched so far, else none.)
std::span<const std::byte> builtin_network(rules::Rules rules);

}  // namespace ninefold::net

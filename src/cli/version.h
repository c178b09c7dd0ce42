// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace ninefold::cli {

/// `ninefold 0.1.0`
std::string version_text();
/// `0.1.0`
std::string version_number();
/// `ninefold 0.1.0 (second-1 06b2d01d)`: with the name and checksum of the standard network
std::string engine_name();
/// What `--version` prints: the version, and the networks that the program carries.
std::string version_report();

}  // namespace ninefold::cli

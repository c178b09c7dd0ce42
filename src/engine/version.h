// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ninefold::engine {

/// `ninefold 1.0.0`
std::string version_text();
/// `1.0.0`
std::string version_number();
/// `ninefold 1.0.0 (second-1 06b2d01d)`: with the name and checksum of the standard network
std::string engine_name();
/// The commit the program was built from, `0f3a9c1d2e` or `0f3a9c1d2e-dirty`; empty where the
/// sources did not say.
std::string_view commit();
/// What `--version` prints: version, commit, and the networks that the program carries.
std::string version_report();

}  // namespace ninefold::engine

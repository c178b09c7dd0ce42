// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace ninefold::cli {

/// `ninefold 0.1.0`
std::string version_text();
/// `0.1.0`
std::string version_number();

}  // namespace ninefold::cli

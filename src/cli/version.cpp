// SPDX-License-Identifier: MIT
#include "cli/version.h"

namespace ninefold::cli {

std::string version_text() { return "ninefold " + version_number(); }

std::string version_number() { return NINEFOLD_VERSION; }

}  // namespace ninefold::cli

// SPDX-License-Identifier: MIT
#include "cli/version.h"

namespace ninefold::cli {

std::string version_text() { return "ninefold " NINEFOLD_VERSION; }

}  // namespace ninefold::cli

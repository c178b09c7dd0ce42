// SPDX-License-Identifier: MIT
#pragma once

#include "base/embedded_file.h"

namespace ninefold::arena {

/// The files of data/openings: balanced openings, `RULES.txt` each.
std::span<const base::EmbeddedFile> opening_files();

}  // namespace ninefold::arena

// SPDX-License-Identifier: MIT
#pragma once

#include "base/embedded_file.h"

namespace ninefold::cli {

/// The files of examples/bots.
std::span<const base::EmbeddedFile> example_bots();

}  // namespace ninefold::cli

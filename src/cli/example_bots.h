// SPDX-License-Identifier: MIT
#pragma once

#include "base/embedded_text.h"

namespace ninefold::cli {

/// The files of examples/bots.
std::span<const base::EmbeddedText> example_bots();

}  // namespace ninefold::cli

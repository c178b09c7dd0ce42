// SPDX-License-Identifier: MIT
#pragma once

#include "search/hand_tables.h"

namespace ninefold::search {

/// Each in a generated file of its own.
extern const HandWeights kWeightsStandard;

}  // namespace ninefold::search

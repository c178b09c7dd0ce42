// SPDX-License-Identifier: MIT
#pragma once

#include "search/hand_tables.h"

namespace ninefold::search {

/// Each in a generated file of its own (scripts/engine/fit_tables.cpp).
extern const HandWeights kWeightsStandard;
extern const HandWeights kWeightsStandardMajority;
extern const HandWeights kWeightsOpen;
extern const HandWeights kWeightsCorrespondence;
extern const HandWeights kWeightsCorrespondenceDraw;

}  // namespace ninefold::search

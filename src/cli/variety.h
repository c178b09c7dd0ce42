// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>

#include "arena/openings.h"
#include "store/store.h"

namespace ninefold::cli {

/// Prints a note where fewer than nine in ten of the games that a match played to their end differ
/// in their moves: bots that do not vary play the same game over and over, which shows no more than
/// the first one did, but counts in the errors. Throws CommandError.
void print_variety(std::FILE* out, store::Store& store, store::MatchId match,
                   const arena::Openings& openings);

}  // namespace ninefold::cli

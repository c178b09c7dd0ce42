// SPDX-License-Identifier: MIT
/// The game: positions, moves, rulesets, and their strings (docs/cpp.md).
///
///     using namespace ninefold;
///     rules::AnyPosition position = rules::AnyPosition::start({rules::Ruleset::kStandard});
///     for (rules::Move move : position.legal_moves()) …
///     position = position.after(rules::Move(40));
///
/// Code that makes many moves takes rules::Position<R> and is entered once through
/// AnyPosition::visit. What comes from outside is read into a base::Result: a value, or an error
/// with a sentence.
#pragma once

#include "base/result.h"
#include "base/rng.h"
#include "rules/any_position.h"
#include "rules/ending.h"
#include "rules/move.h"
#include "rules/move_text.h"
#include "rules/perft.h"
#include "rules/playout.h"
#include "rules/position.h"
#include "rules/position_text.h"
#include "rules/ruleset.h"
#include "rules/symmetry.h"

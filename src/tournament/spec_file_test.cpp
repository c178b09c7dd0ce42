// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tournament/tournament_spec.h"

namespace ninefold::tournament {
namespace {

/// Stored tournaments are known by this text, so that it must never change.
// NOLINTNEXTLINE(readability-function-size): the text is long
TEST(TournamentSpec, WritesTheSameTextForEver) {
    const auto spec = parse_spec(R"(
adjudicate = "both"
adjudicate-moves = 3
[[stage]]
type = "groups"
groups = 1
draw = "pots"
scoring = "matches"
[[stage]]
type = "groups"
group-size = 8
award = [2, 0.5]
[[stage]]
type = "groups"
group-size = [8, 10]
[[stage]]
type = "swiss"
rounds = 3
advance = 4
[[stage]]
type = "swiss"
format = "batches=5:2,5:1"
[[stage]]
type = "gauntlet"
challengers = 2
cycles = 3
[[stage]]
type = "round-robin"
first = "coin"
[[stage]]
name = "The \\ \"end\""
type = "knockout"
third-place = true
[[stage]]
type = "double-elimination"
draw = "random"
reset = false
decide = ["coin"]
[[bot]]
source = "random"
name = "Ada"
team = "A"
time = "move=1s"
away = "withdrawn"
from-stage = "Stage 2"
from-round = 2
reason = "ill"
[[bot]]
source = "first"
)",
                                 "/", "cup.toml");
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(to_toml(*spec), R"(name = "Tournament"
seed = 1
rules = "standard"
time = "move=10s"
openings = "start"
points = "plain"
adjudicate = "both"
adjudicate-sure = 0.99
adjudicate-moves = 3

[[stage]]
name = "Stage 1"
type = "groups"
games = 2
first = "balanced"
groups = 1
draw = "pots"
cycles = 1
scoring = "matches"
tie-breaks = ["points", "head-to-head", "wins", "blocks"]

[[stage]]
name = "Stage 2"
type = "groups"
games = 2
first = "balanced"
award = [2, 0.5]
group-size = 8
draw = "random"
cycles = 1
scoring = "games"
tie-breaks = ["points", "head-to-head", "wins", "blocks"]

[[stage]]
name = "Stage 3"
type = "groups"
games = 2
first = "balanced"
group-size = [8, 10]
draw = "random"
cycles = 1
scoring = "games"
tie-breaks = ["points", "head-to-head", "wins", "blocks"]

[[stage]]
name = "Stage 4"
type = "swiss"
games = 2
first = "balanced"
advance = 4
draw = "random"
rounds = 3
scoring = "games"
tie-breaks = ["points", "buchholz", "sonneborn-berger", "wins", "blocks"]

[[stage]]
name = "Stage 5"
type = "swiss"
format = "batches=5:2,5:1"
first = "balanced"
draw = "random"
scoring = "games"
tie-breaks = ["points", "buchholz", "sonneborn-berger", "wins", "blocks"]

[[stage]]
name = "Stage 6"
type = "gauntlet"
games = 2
first = "balanced"
cycles = 3
challengers = 2
scoring = "games"
tie-breaks = ["points", "head-to-head", "wins", "blocks"]

[[stage]]
name = "Stage 7"
type = "round-robin"
games = 2
first = "coin"
cycles = 1
scoring = "games"
tie-breaks = ["points", "head-to-head", "wins", "blocks"]

[[stage]]
name = "The \\ \"end\""
type = "knockout"
games = 2
first = "balanced"
draw = "seeded"
decide = ["points", "blocks", "extra-pair"]
extra-pairs = 1
third-place = true

[[stage]]
name = "Stage 9"
type = "double-elimination"
games = 2
first = "balanced"
draw = "random"
decide = ["coin"]
extra-pairs = 1
reset = false

[[bot]]
source = "random"
name = "Ada"
team = "A"
time = "move=1s"
away = "withdrawn"
from-stage = "Stage 2"
from-round = 2
reason = "ill"

[[bot]]
source = "first"
name = "first"
)");
}

}  // namespace
}  // namespace ninefold::tournament

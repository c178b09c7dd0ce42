// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "rules/ruleset.h"

/// Where to put the bytes of the network file for these rules, before the first question under
/// them.
std::byte* room_for_net(ninefold::rules::Rules rules, std::size_t size);

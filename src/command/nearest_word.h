// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ninefold::command {

/// How many letters must be added, left out, changed or swapped with their neighbour to make one
/// word of the other.
int edit_distance(std::string_view a, std::string_view b);

/// The word that was probably meant: the one with the least distance, or one that begins so.
/// Empty where none is near.
std::string nearest_word(std::string_view typed, const std::vector<std::string>& words);

}  // namespace ninefold::command

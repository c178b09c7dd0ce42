// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ninefold::base {

/// `; did you mean 'match'?` with the word that was probably meant: the one with the least
/// distance, or one that begins so. Empty where none is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace ninefold::base

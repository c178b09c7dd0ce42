// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ninefold::pictures {

/// A picture of 3 * width * height bytes, red, green and blue of each pixel row by row, as a PNG
/// file. Equal rows and runs are all that it packs: right for flat drawings.
std::string to_png(int width, int height, std::span<const std::uint8_t> rgb);

}  // namespace ninefold::pictures

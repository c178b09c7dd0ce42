// SPDX-License-Identifier: MIT
#pragma once

#include "pictures/board_svg.h"

namespace ninefold::pictures {

/// The same picture as board_svg() draws, as a PNG file of `size` by `size` pixels, for programs
/// that show no SVG. It has no numbers, and kAuto is light.
std::string board_png(const rules::AnyPosition& position, const BoardPicture& picture = {});

}  // namespace ninefold::pictures

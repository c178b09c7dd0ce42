// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "pictures/board_picture.h"

namespace ninefold::server {

/// The picture of pictures::board_svg() as a PNG file of `size` by `size` pixels, for programs that
/// show no SVG. It has no numbers, and kAuto is light.
std::string board_png(const rules::AnyPosition& position, const pictures::BoardPicture& picture);

}  // namespace ninefold::server

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace ninefold::tournament {

/// The style and the script of a report, which bring nothing from elsewhere. The script draws the
/// list of games and the board; standings, tables and brackets are plain HTML, readable without it.
extern const std::string_view kReportStyle;
extern const std::string_view kReportScript;

}  // namespace ninefold::tournament

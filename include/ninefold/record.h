// SPDX-License-Identifier: MIT
/// Games that are kept: read, checked by the rules, written, drawn (docs/cpp.md).
///
///     std::ifstream file("games.txt");
///     record::RecordReader reader(file);
///     while (auto game = reader.next()) {
///         if (!*game) break;  // the end of the file
///         std::puts(record::to_text(**game).c_str());
///     }
#pragma once

#include "ninefold/rules.h"
#include "pictures/board_picture.h"
#include "record/game_record.h"
#include "record/record_json.h"
#include "record/record_reader.h"
#include "record/record_text.h"

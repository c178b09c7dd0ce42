// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "net/kernels.h"
#include "net/network_file.h"
#include "net/row_map.h"

namespace ninefold::net {

/// Computes every row of the tables from the file's encoder, in whole numbers only, so that each
/// machine and the trainer get the same rows. `rows` has room for map.total() + 2: the last two
/// are the bias and a row of zeros.
void bake_rows(const NetworkFile& file, const RowMap& map, const Kernels& kernels, Row* rows);

/// The file's heads in the layout of the kernels, one per bucket.
std::vector<Head> arrange_heads(const NetworkFile& file);

}  // namespace ninefold::net

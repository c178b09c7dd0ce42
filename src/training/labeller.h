// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>

#include "net/data_file.h"
#include "net/network.h"
#include "training/sampler.h"

namespace ninefold::training {

struct LabelSpec {
    std::shared_ptr<const net::Network> network;  ///< null: the built-in one
    std::uint64_t nodes = 4000;                   ///< of the engine, for each position
    std::uint64_t solver_nodes = 4000;            ///< of the solver, before that
    int solver_cells = 30;                        ///< it is asked up to this many empty cells
    int from_ply = 30;                            ///< earlier positions stay as they are
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
};

/// Searches the late positions of a file and sets their values, all threads together. The values
/// do not depend on the number of threads.
void label_positions(net::DataFile& file, const LabelSpec& spec, const std::stop_token& stop,
                     const OnProgress& on_progress);

}  // namespace ninefold::training

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "base/rng.h"
#include "net/data_file.h"
#include "net/network.h"

namespace ninefold::training {

/// How many nodes a search gets: a fixed number, or one of a range.
struct NodeRange {
    double least = 3000, most = 3000;

    /// `3000` or `500..20000`.
    static base::Result<NodeRange> parse(std::string_view text);
    /// Even in the logarithm: as many of 500 to 1000 as of 5000 to 10 000.
    std::uint64_t draw(base::Rng& rng) const;
};

struct SampleSpec {
    std::shared_ptr<const net::Network> network;  ///< whose rules are played
    NodeRange nodes;
    std::size_t positions = 0;  ///< wanted
    std::size_t per_move = 40;  ///< kept of each search, at most
    std::uint32_t opening_plies = 8;
    std::uint64_t seed = 1;
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
};

/// Called with how many positions are done, a few times a second; may be empty.
using OnProgress = std::function<void(std::size_t done)>;

/// Lets the engine play itself and keeps some of the positions that its searches evaluate. Depends
/// on the seed and not on the number of threads. Stopped early, it returns whole games only.
net::DataFile sample_positions(const SampleSpec& spec, const std::stop_token& stop,
                               const OnProgress& on_progress);

}  // namespace ninefold::training

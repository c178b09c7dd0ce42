// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "binding/binding.h"
#include "net/network.h"

namespace ninefold::python {

/// ninefold.Network: shared with the engines that use it, and only read.
struct NetworkHandle {
    std::shared_ptr<const net::Network> network;
};

/// A Network, or the path of a network's file.
std::shared_ptr<const net::Network> to_network(py::handle object);

}  // namespace ninefold::python

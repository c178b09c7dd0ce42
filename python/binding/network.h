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

/// Says that the module carries none for these rules.
[[noreturn]] void throw_no_network(rules::Rules rules);
/// A Network, or the path of a network's file.
std::shared_ptr<const net::Network> to_network(py::handle object);

}  // namespace ninefold::python

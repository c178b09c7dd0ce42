// SPDX-License-Identifier: MIT
#include "search/net_evaluator.h"

#include "net/builtin.h"

namespace ninefold::search {

std::shared_ptr<const net::Network> builtin_net(rules::Rules rules) {
    using Shared = std::shared_ptr<const net::Network>;
    return rules::with_rules(rules, [](auto constant) {
        static const Shared network = [&]() -> Shared {
            const auto bytes = net::builtin_network(constant());
            if (bytes.empty()) return nullptr;
            // A built-in file that cannot be read counts as none; net/ tests that it can.
            auto parsed = net::Network::parse(bytes, constant());
            return parsed ? std::make_shared<const net::Network>(std::move(*parsed)) : nullptr;
        }();
        return network;
    });
}

}  // namespace ninefold::search

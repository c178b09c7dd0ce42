// SPDX-License-Identifier: MIT
#include "search/net_evaluator.h"

#include <array>
#include <mutex>

#include "net/builtin.h"

namespace ninefold::search {

namespace {

/// Made once a choice of rules; a built-in file that cannot be read counts as none (net/ tests that
/// it can).
class BuiltinNets {
public:
    std::shared_ptr<const net::Network> of(rules::Rules rules) {
        Slot& slot = slots_[2 * static_cast<std::size_t>(rules.ruleset) +
                            static_cast<std::size_t>(rules.tie_break)];
        std::call_once(slot.once, [&] {
            const auto bytes = net::builtin_network(rules);
            if (bytes.empty()) return;
            auto network = net::Network::parse(bytes, rules);
            if (network) slot.network = std::make_shared<const net::Network>(std::move(*network));
        });
        return slot.network;
    }

private:
    struct Slot {
        std::once_flag once;
        std::shared_ptr<const net::Network> network;
    };
    std::array<Slot, 6> slots_;
};

}  // namespace

std::shared_ptr<const net::Network> builtin_net(rules::Rules rules) {
    static BuiltinNets nets;
    return nets.of(rules);
}

}  // namespace ninefold::search

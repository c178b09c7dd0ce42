// SPDX-License-Identifier: MIT
// In the browser networks are files of their own, fetched for the rules that are played. This
// stands in for net/builtin.cpp: the built-in networks are those that were handed in.
#include <array>
#include <vector>

#include "handed_nets.h"
#include "net/builtin.h"

namespace {

std::array<std::vector<std::byte>, ninefold::rules::kAllRules.size()> handed;

std::vector<std::byte>& place_of(ninefold::rules::Rules rules) {
    return handed[ninefold::rules::number_of(rules)];
}

}  // namespace

std::byte* room_for_net(ninefold::rules::Rules rules, std::size_t size) {
    place_of(rules).resize(size);
    return place_of(rules).data();
}

namespace ninefold::net {

std::span<const std::byte> builtin_network(rules::Rules rules) { return place_of(rules); }

}  // namespace ninefold::net

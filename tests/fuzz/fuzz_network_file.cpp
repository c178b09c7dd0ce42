// SPDX-License-Identifier: MIT
// Any bytes as a network file, and as the body of one whose header is right.
#include <span>
#include <string_view>

#include "net/file_header.h"
#include "net/network_file.h"
#include "require.h"

namespace ninefold::fuzz_network_file {

namespace {

constexpr net::FileKind kNetwork = {"network", "NFNET\r\n\x1a", net::NetworkFile::kVersion, 66};

void check(std::span<const std::byte> bytes) {
    const auto network = net::NetworkFile::parse(bytes);
    fuzz::require_one_line(network ? network->id() : network.error().message);
}

}  // namespace

void run(std::string_view text) {
    check(std::as_bytes(std::span(text)));
    const std::string file = net::with_header(kNetwork, {}, text);
    check(std::as_bytes(std::span(file)));
}

}  // namespace ninefold::fuzz_network_file

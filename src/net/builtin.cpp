// SPDX-License-Identifier: MIT
#include "net/builtin.h"

#include <algorithm>
#include <string>

namespace ninefold::net {

std::span<const std::byte> builtin_network(rules::Rules rules) {
    std::string path = rules::name(rules) + ".nfnet";
    std::replace(path.begin(), path.end(), '+', '_');
    const base::EmbeddedFile* file = base::find_file(network_files(), path);
    if (file == nullptr) return {};
    return std::as_bytes(std::span(file->contents));
}

}  // namespace ninefold::net

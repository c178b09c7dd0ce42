// SPDX-License-Identifier: MIT
#include "net/network.h"

#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/file_contents.h"
#include "base/try.h"

namespace ninefold::net {
namespace {

/// Rows are read at random, so that the table is worth large memory pages where there are any.
Row* allocate_rows(std::size_t rows) {
    constexpr std::size_t kPage = std::size_t{2} << 20;
    const std::size_t needed = rows * Shape::kLanes * sizeof(Row);
    const std::size_t bytes = (needed + kPage - 1) / kPage * kPage;
    void* memory = std::aligned_alloc(kPage, bytes);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);  // only a wish
#endif
    return static_cast<Row*>(memory);
}

}  // namespace

void Network::Free::operator()(Row* rows) const { std::free(rows); }

Network::Network(const NetworkFile& file, std::span<const std::byte> bytes, const Kernels& kernels)
    : rules_(file.rules),
      name_(file.name),
      id_(file.id()),
      bytes_(bytes.begin(), bytes.end()),
      map_(file.rules.ruleset),
      kernels_(&kernels),
      rows_(allocate_rows(std::size_t{map_.total()} + 2)),
      heads_(arrange_heads(file)) {
    bake_rows(file);
}

base::Result<Network> Network::parse(std::span<const std::byte> bytes,
                                     std::optional<rules::Rules> rules, const Kernels& kernels) {
    const auto file = TRY(NetworkFile::parse(bytes));
    if (rules && file.rules != *rules) {
        return base::fail("network '{}' is for {}; one for {} is needed", file.name,
                          rules::name(file.rules), rules::name(*rules));
    }
    return Network(file, bytes, kernels);
}

base::Result<Network> Network::load(const std::filesystem::path& path,
                                    std::optional<rules::Rules> rules, const Kernels& kernels) {
    const auto contents = TRY(base::read_file(path, NetworkFile::kMostBytes));
    auto network = parse(std::as_bytes(std::span(contents)), rules, kernels);
    if (!network) return base::fail("{}: {}", path.string(), network.error().message);
    return network;
}

base::Result<void> Network::save(const std::filesystem::path& path) const {
    return base::write_file(path, {{reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}});
}

}  // namespace ninefold::net

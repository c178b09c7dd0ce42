// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/kernels.h"
#include "net/network_file.h"
#include "net/row_map.h"
#include "rules/ruleset.h"

namespace ninefold::net {

/// A network ready to evaluate: the file's small encoder baked into tables of rows, and the head.
/// It serves one ruleset and tie-break. Some tens of megabytes, made once and then only read, by
/// any number of threads; move-only.
class Network {
public:
    /// Reads a network for these rules, or for whatever rules it is for. The error names the file's
    /// fault, or the rules it is for.
    static base::Result<Network> parse(std::span<const std::byte> bytes,
                                       std::optional<rules::Rules> rules = {},
                                       const Kernels& kernels = best_kernels());
    static base::Result<Network> load(const std::filesystem::path& path,
                                      std::optional<rules::Rules> rules = {},
                                      const Kernels& kernels = best_kernels());
    /// Writes the file this network was read from, byte for byte.
    base::Result<void> save(const std::filesystem::path& path) const;

    rules::Rules rules() const { return rules_; }
    const std::string& name() const { return name_; }
    /// Name and checksum, for `--version` and the engine's id: `first-1 5f3a09c1`.
    const std::string& id() const { return id_; }

    const RowMap& map() const { return map_; }
    const Kernels& kernels() const { return *kernels_; }
    const Row* row(std::uint32_t number) const {
        return rows_.get() + std::size_t{number} * Shape::kLanes;
    }
    const Row* bias() const { return row(map_.total()); }
    const Row* nothing() const { return row(map_.total() + 1); }
    /// The head for a mover sent by `cell`; 9 for a free move.
    const Head& head(unsigned cell) const { return heads_[heads_.size() == 1 ? 0 : cell]; }

private:
    Network(const NetworkFile& file, std::span<const std::byte> bytes, const Kernels& kernels);
    /// Computes every row of the tables from the file's encoder (bake.cpp), in whole numbers only,
    /// so that each machine and the trainer get the same rows. Behind those of the map come the
    /// bias and a row of zeros.
    void bake_rows(const NetworkFile& file);
    /// The file's heads in the layout of the kernels, one per bucket.
    static std::vector<Head> arrange_heads(const NetworkFile& file);

    struct Free {
        void operator()(Row* rows) const;
    };

    rules::Rules rules_;
    std::string name_;
    std::string id_;
    std::vector<std::byte> bytes_;
    RowMap map_;
    const Kernels* kernels_;
    std::unique_ptr<Row[], Free> rows_;
    std::vector<Head> heads_;
};

}  // namespace ninefold::net

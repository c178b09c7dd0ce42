// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cluster/nats.h"

namespace ninefold::cluster {

/// Contents by their SHA-256. Any thread.
class FileStore {
public:
    virtual ~FileStore() = default;
    /// Returns the hash. What is there already is not sent again.
    virtual base::Result<std::string> put(std::string_view contents) = 0;
    /// The contents, which are what the hash says.
    virtual base::Result<std::string> get(const std::string& hash) = 0;
};

/// Contents as messages of a stream: chunk 0 says how many others there are, and comes last, so
/// that where it is, all are.
class NatsFileStore final : public FileStore {
public:
    explicit NatsFileStore(const nats::Connection& connection) : connection_(connection) {}

    base::Result<std::string> put(std::string_view contents) override;
    base::Result<std::string> get(const std::string& hash) override;

private:
    const nats::Connection& connection_;
};

/// What chunk 0 says.
struct ChunkIndex {
    std::size_t bytes = 0, chunks = 0;
    bool operator==(const ChunkIndex&) const = default;
};
std::string to_text(const ChunkIndex& index);
base::Result<ChunkIndex> parse_chunk_index(std::string_view text);

/// A chunk by its number, from 1; nothing where it is not there.
using ReadChunk = std::function<base::Result<std::optional<std::string>>(std::size_t)>;
/// All chunks together; no more is read than the index says.
base::Result<std::string> read_chunks(const ChunkIndex& index, const ReadChunk& read);

/// An error where the contents are not what the hash says.
base::Result<void> verify(std::string_view contents, const std::string& hash);

}  // namespace ninefold::cluster

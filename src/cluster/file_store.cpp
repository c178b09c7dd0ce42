// SPDX-License-Identifier: MIT
#include "cluster/file_store.h"

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/sha256.h"
#include "base/try.h"
#include "cluster/streams.h"

namespace ninefold::cluster {

namespace {

using base::fail;

constexpr std::size_t kChunk = 256 * 1024;  // well below what a server takes, 1 MiB
constexpr std::size_t kMostFileBytes = 256 * 1024 * 1024;

}  // namespace

std::string to_text(const ChunkIndex& index) {
    return nlohmann::json{{"version", 1}, {"bytes", index.bytes}, {"chunks", index.chunks}}.dump();
}

base::Result<ChunkIndex> parse_chunk_index(std::string_view text) {
    const auto json = base::parse_json<nlohmann::json>(text);
    if (!json.is_object() || json.value("version", nlohmann::json()) != 1 ||
        !json.value("bytes", nlohmann::json()).is_number_unsigned() ||
        !json.value("chunks", nlohmann::json()).is_number_unsigned()) {
        return fail("not the first chunk of a file: {}", base::quoted(text, 80));
    }
    const ChunkIndex index{json["bytes"].get<std::size_t>(), json["chunks"].get<std::size_t>()};
    if (index.bytes > kMostFileBytes || index.chunks != (index.bytes + kChunk - 1) / kChunk) {
        return fail("a file of {} bytes in {} chunks exceeds the limit of {} bytes, or has chunks "
                    "of another size than {}",
                    index.bytes, index.chunks, kMostFileBytes, kChunk);
    }
    return index;
}

base::Result<std::string> read_chunks(const ChunkIndex& index, const ReadChunk& read) {
    std::string contents;
    for (std::size_t i = 1; i <= index.chunks; ++i) {
        const auto chunk = TRY(read(i));
        if (!chunk) return fail("its chunk {} is not there", i);
        if (chunk->size() > index.bytes - contents.size()) {
            return fail("its chunks have more than the {} bytes that were announced", index.bytes);
        }
        contents += *chunk;
    }
    return contents;
}

base::Result<void> verify(std::string_view contents, const std::string& hash) {
    const std::string own = base::Sha256::of(contents);
    if (own == hash) return {};
    return fail("a file came damaged: its SHA-256 is {}, it should be {}", own,
                base::quoted(hash, 80));
}

base::Result<std::string> NatsFileStore::put(std::string_view contents) {
    std::string hash = base::Sha256::of(contents);
    const auto there =
        TRY(retry([&] { return connection_.last(streams::kFiles, chunk_subject(hash, 0)); }));
    if (there) return hash;
    std::size_t chunks = 0;
    for (std::size_t at = 0; at < contents.size(); at += kChunk) {
        const std::string subject = chunk_subject(hash, ++chunks);
        TRY(retry([&] { return connection_.publish(subject, contents.substr(at, kChunk)); }));
    }
    const std::string index = to_text(ChunkIndex{contents.size(), chunks});
    TRY(retry([&] { return connection_.publish(chunk_subject(hash, 0), index); }));
    return hash;
}

base::Result<std::string> NatsFileStore::get(const std::string& hash) {
    const auto read = [&](std::size_t chunk) {
        return retry([&] { return connection_.last(streams::kFiles, chunk_subject(hash, chunk)); });
    };
    const auto first = TRY(read(0));
    if (!first) return fail("the server no longer has file {}", hash);
    const auto index = TRY(parse_chunk_index(*first));
    auto contents = read_chunks(index, read);
    if (!contents) return fail("file {}: {}", hash, contents.error().message);
    TRY(verify(*contents, hash));
    return contents;
}

}  // namespace ninefold::cluster

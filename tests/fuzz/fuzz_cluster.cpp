// SPDX-License-Identifier: MIT
// Any bytes as what organisers and workers send each other: games, results, lists of a bot's
// files, and of how many chunks a file has.
#include <filesystem>
#include <string_view>

#include "cluster/bundle.h"
#include "cluster/file_store.h"
#include "cluster/task.h"
#include "require.h"

namespace ninefold::fuzz_cluster {

using fuzz::require;

void run(std::string_view text) {
    fuzz::require_round_trip(text, cluster::parse_task,
                             [](const cluster::Task& task) { return to_text(task); });
    fuzz::require_round_trip(text, cluster::parse_task_result,
                             [](const cluster::TaskResult& result) { return to_text(result); });
    fuzz::require_round_trip(text, cluster::parse_bundle,
                             [](const cluster::Bundle& bundle) { return to_text(bundle); });
    fuzz::require_round_trip(text, cluster::parse_chunk_index,
                             [](const cluster::ChunkIndex& index) { return to_text(index); });
    if (const auto bundle = cluster::parse_bundle(text)) {
        for (const cluster::BundleFile& file : *bundle) {
            const auto place = (std::filesystem::path("/cache") / file.path).lexically_normal();
            require(place.native().starts_with("/cache/"), "a bot's file stays in its bundle");
        }
    }
}

}  // namespace ninefold::fuzz_cluster

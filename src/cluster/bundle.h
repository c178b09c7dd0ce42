// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cluster/file_store.h"
#include "cluster/task.h"
#include "sources/bot_source.h"

namespace ninefold::cluster {

/// A bot's files, as a list that is itself a file of the store: its hash names the bundle.
struct BundleFile {
    std::string path;  ///< relative to the bundle's folder
    std::string hash;
    bool executable = false;
    bool operator==(const BundleFile&) const = default;
};
using Bundle = std::vector<BundleFile>;

std::string to_text(const Bundle& bundle);
/// Refuses paths that lead out of the bundle's folder.
base::Result<Bundle> parse_bundle(std::string_view text);

/// `source` with each of the paths in it, as they are written there or absolute, replaced by its
/// place in the bundle: `select_move:{bundle}/0/alice.py`. Files of one folder stay together.
base::Result<std::string> portable_source(std::string_view source,
                                          const std::vector<std::filesystem::path>& files);

/// Puts a bot's own files into the store, but nothing of `hidden`, the other bots' files: a bot may
/// import what lies beside it.
base::Result<TaskBot> send_bot(const sources::BotSource& source, FileStore& store,
                               sources::Paths hidden = {});

/// Bundles as folders of a worker's disk, which may be shared by workers. Any thread.
class BundleCache {
public:
    BundleCache(std::filesystem::path folder, FileStore& store)
        : folder_(std::move(folder)), store_(store) {}

    /// The folder of a bundle; what is not there, or is damaged, is fetched.
    base::Result<std::filesystem::path> folder(const std::string& bundle);
    /// Removes the bundles that were not asked for within that time.
    void tidy(std::chrono::hours age) const;

private:
    /// Returns its bytes.
    base::Result<std::uintmax_t> fetch(const BundleFile& file, const std::filesystem::path& place);

    std::filesystem::path folder_;
    FileStore& store_;
};

/// The source with its placeholder filled in.
std::string local_source(const TaskBot& bot, const std::filesystem::path& folder);

}  // namespace ninefold::cluster

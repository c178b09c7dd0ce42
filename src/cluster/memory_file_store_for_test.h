// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "base/sha256.h"
#include "cluster/file_store.h"

namespace ninefold::cluster {

class MemoryFileStore final : public FileStore {
public:
    base::Result<std::string> put(std::string_view contents) override {
        std::string hash = base::Sha256::of(contents);
        files.emplace(hash, contents);
        return hash;
    }
    base::Result<std::string> get(const std::string& hash) override {
        const auto found = files.find(hash);
        if (found == files.end()) return base::fail("file {} is not there", hash);
        if (auto same = verify(found->second, hash); !same) return same.error();
        return found->second;
    }
    std::map<std::string, std::string> files;
};

}  // namespace ninefold::cluster

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>

#include <gtest/gtest.h>

#include "store/store.h"

namespace ninefold::store {

/// The database at `path`, made where there is none.
inline std::unique_ptr<Store> open_store(const std::filesystem::path& path,
                                         const StoreSettings& settings = {}) {
    auto store = Store::open(path, Access::kWrite, settings);
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
}

}  // namespace ninefold::store

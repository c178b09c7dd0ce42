// SPDX-License-Identifier: MIT
#include "server/static_files.h"

#include <gtest/gtest.h>

namespace ninefold::server {

namespace {

TEST(StaticFilesTest, KnowsWhatBrowsersMustBeTold) {
    EXPECT_EQ(content_type("/assets/engine-Ab12.wasm"), "application/wasm");
    EXPECT_EQ(content_type("/assets/index.js"), "text/javascript; charset=utf-8");
    EXPECT_EQ(content_type("/index.html"), "text/html; charset=utf-8");
    EXPECT_EQ(content_type("/what"), "application/octet-stream");
}

TEST(StaticFilesTest, ThePagesOwnPathsAreThePage) {
    const StaticFile* index = find_static_file("/index.html");
    ASSERT_NE(index, nullptr);
    EXPECT_EQ(find_static_file("/"), index);
    EXPECT_EQ(find_static_file("/play"), index);
    EXPECT_EQ(find_static_file("/play/k3v9x2m7qa"), index);
    EXPECT_NE(index->plain.find("<html"), std::string_view::npos);
}

TEST(StaticFilesTest, WhatIsNotThereIsNotThere) {
    EXPECT_EQ(find_static_file("/nothing.js"), nullptr);
    EXPECT_EQ(find_static_file("/assets/nothing.wasm"), nullptr);
}

/// What was embedded is whole, whichever page there was when this was built.
TEST(StaticFilesTest, EveryFileIsFoundAndPackedOnlyWhereThatHelps) {
    for (const StaticFile& file : embedded_files()) {
        EXPECT_EQ(find_static_file(file.path), &file);
        EXPECT_FALSE(file.plain.empty()) << file.path;
        EXPECT_TRUE(file.etag.starts_with("W/\"")) << file.path;
        if (file.gzip.empty()) continue;
        EXPECT_LT(file.gzip.size(), file.plain.size()) << file.path;
        EXPECT_EQ(file.gzip.substr(0, 2), "\x1f\x8b") << file.path;
    }
    EXPECT_TRUE(embedded_openapi().starts_with("{")) << "the contract is missing";
}

}  // namespace

}  // namespace ninefold::server

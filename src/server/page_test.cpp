// SPDX-License-Identifier: MIT
#include "server/page.h"

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
    const base::EmbeddedFile* index = find_static_file("/index.html");
    ASSERT_NE(index, nullptr);
    EXPECT_EQ(find_static_file("/"), index);
    EXPECT_EQ(find_static_file("/play"), index);
    EXPECT_EQ(find_static_file("/play/k3v9x2m7qa"), index);
    EXPECT_NE(index->contents.find("<html"), std::string_view::npos);
}

TEST(StaticFilesTest, WhatIsNotThereIsNotThere) {
    EXPECT_EQ(find_static_file("/nothing.js"), nullptr);
    EXPECT_EQ(find_static_file("/assets/nothing.wasm"), nullptr);
}

TEST(StaticFilesTest, NothingInAReportCanEndItsData) {
    const std::string page = report_page({{"name", "</script><script>alert(1)<!--"}});
    const std::string_view begin = R"(type="application/json">)";
    const std::size_t at = page.find(begin) + begin.size();
    const std::string data = page.substr(at, page.find("</script>", at) - at);
    EXPECT_EQ(Json::parse(data)["name"], "</script><script>alert(1)<!--");
    EXPECT_EQ(page.find("alert(1)<"), std::string::npos);
}

/// What was embedded is whole, whichever page there was when this was built.
TEST(StaticFilesTest, EveryFileIsFoundAndPackedOnlyWhereThatHelps) {
    for (const base::EmbeddedFile& file : page_files()) {
        EXPECT_EQ(find_static_file("/" + std::string(file.path)), &file);
        EXPECT_FALSE(file.contents.empty()) << file.path;
        EXPECT_TRUE(file.etag.starts_with("W/\"")) << file.path;
        if (file.gzip.empty()) continue;
        EXPECT_LT(file.gzip.size(), file.contents.size()) << file.path;
        EXPECT_EQ(file.gzip.substr(0, 2), "\x1f\x8b") << file.path;
    }
    EXPECT_TRUE(openapi_text()->starts_with("{")) << "the contract is missing";
}

}  // namespace

}  // namespace ninefold::server

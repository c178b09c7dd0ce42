// SPDX-License-Identifier: MIT
#include "cluster/bundle.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/sha256.h"
#include "cluster/memory_file_store_for_test.h"

namespace ninefold::cluster {
namespace {

namespace fs = std::filesystem;

class BundleTest : public ::testing::Test {
protected:
    BundleTest() {
        std::string pattern = (fs::temp_directory_path() / "ninefold-bundle-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
    }
    ~BundleTest() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& text, bool executable = false) {
        const fs::path path = folder_ / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        if (executable) fs::permissions(path, fs::perms::owner_all);
        return path;
    }
    static std::string read(const fs::path& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    sources::BotSource source(const std::string& text) {
        return *sources::BotSource::parse(text, {}, std::make_shared<process::ProcessSupervisor>());
    }

    fs::path folder_;
    MemoryFileStore store_;
};

TEST(Chunks, AreIndexed) {
    const ChunkIndex index{600'000, 3};
    EXPECT_EQ(*parse_chunk_index(to_text(index)), index);
    for (const char* bad :
         {"", "{}", "[1]", R"({"version":2,"bytes":1,"chunks":1})",
          R"({"version":1,"bytes":-1,"chunks":1})", R"({"version":1,"bytes":1,"chunks":9})",
          R"({"version":1,"bytes":1e18,"chunks":1})", R"({"version":1,"bytes":9,"chunks":9})"}) {
        EXPECT_FALSE(parse_chunk_index(bad)) << bad;
    }
}

TEST(Chunks, NoMoreIsReadThanWasAnnounced) {
    std::size_t asked = 0;
    const auto read = [&](std::size_t) -> base::Result<std::optional<std::string>> {
        ++asked;
        return std::optional(std::string(1'000'000, 'x'));
    };
    EXPECT_FALSE(read_chunks({600'000, 3}, read));
    EXPECT_EQ(asked, 1u);
    const auto none = [](std::size_t) -> base::Result<std::optional<std::string>> {
        return std::optional<std::string>();
    };
    EXPECT_FALSE(read_chunks({600'000, 3}, none));
}

TEST(Chunks, DamageIsSeen) {
    EXPECT_TRUE(verify("abc", base::Sha256::of("abc")));
    EXPECT_FALSE(verify("abd", base::Sha256::of("abc")));
}

TEST(PortableSource, ReplacesPathsHoweverTheyAreWritten) {
    EXPECT_EQ(*portable_source("select_move:/class/alice.py#Bot", {"/class/alice.py"}),
              "select_move:{bundle}/0/alice.py#Bot");
    EXPECT_EQ(*portable_source("ugi:/a/run.sh --net /a/net.bin /b/book",
                               {"/a/run.sh", "/a/net.bin", "/b/book"}),
              "ugi:{bundle}/0/run.sh --net {bundle}/0/net.bin {bundle}/1/book");
    EXPECT_EQ(*portable_source("x=/c/a.py,o=/c/b.py", {"/c/a.py", "/c/b.py"}),
              "x={bundle}/0/a.py,o={bundle}/0/b.py");
    EXPECT_EQ(*portable_source("ugi:/a/b/run.sh /a/net.bin /c/book",
                               {"/a/b/run.sh", "/a/net.bin", "/c/book"}),
              "ugi:{bundle}/0/b/run.sh {bundle}/0/net.bin {bundle}/1/book")
        << "as they lie here";
    const fs::path here = fs::current_path() / "sub" / "bot";
    EXPECT_EQ(*portable_source("ugi:./sub/bot --fast", {here}), "ugi:{bundle}/0/bot --fast");
    EXPECT_FALSE(portable_source("ugi:something", {"/a/run.sh"}));
}

TEST(Bundle, IsReadBackAndStaysInItsFolder) {
    const std::string hash = base::Sha256::of("x");
    const Bundle bundle = {{"0/a.py", hash, false}, {"0/lib/b", hash, true}};
    EXPECT_EQ(*parse_bundle(to_text(bundle)), bundle);
    for (const char* path : {"/etc/passwd", "../a", "0/../../a", ""}) {
        EXPECT_FALSE(parse_bundle(to_text({{path, hash, false}}))) << path;
    }
    EXPECT_FALSE(parse_bundle(to_text({{"a", "../../x", false}})));
    EXPECT_FALSE(parse_bundle("{\"version\":1}"));
}

TEST_F(BundleTest, TravelsFromOneMachineToAnother) {
    const fs::path bot = write("bot.sh", "#!/bin/sh\n# ugiok\nexec cat\n", true);
    const fs::path data = write("net.bin", std::string(1000, 'n'));
    const auto sent =
        send_bot(source(fmt::format("ugi:{} {}", bot.string(), data.string())), store_);
    ASSERT_TRUE(sent) << sent.error().message;
    EXPECT_EQ(sent->source, "ugi:{bundle}/0/bot.sh {bundle}/0/net.bin");
    EXPECT_EQ(store_.files.size(), 3U);

    BundleCache cache(folder_ / "cache", store_);
    const auto folder = cache.folder(sent->bundle);
    ASSERT_TRUE(folder) << folder.error().message;
    EXPECT_EQ(read(*folder / "0/bot.sh"), read(bot));
    EXPECT_EQ(read(*folder / "0/net.bin"), read(data));
    EXPECT_NE(fs::status(*folder / "0/bot.sh").permissions() & fs::perms::owner_exec,
              fs::perms::none);
    EXPECT_EQ(fs::status(*folder / "0/net.bin").permissions() & fs::perms::owner_exec,
              fs::perms::none);
    EXPECT_EQ(local_source(*sent, *folder),
              fmt::format("ugi:{0}/0/bot.sh {0}/0/net.bin", folder->string()));
}

TEST_F(BundleTest, DamagedFilesAreFetchedAgainAndDamagedContentsRefused) {
    const fs::path bot = write("bot.sh", "#!/bin/sh\n# ugiok\nexec cat\n", true);
    const auto sent = send_bot(source("ugi:" + bot.string()), store_);
    ASSERT_TRUE(sent) << sent.error().message;
    BundleCache cache(folder_ / "cache", store_);
    const fs::path copy = *cache.folder(sent->bundle) / "0/bot.sh";
    std::ofstream(copy) << "rm -rf";
    ASSERT_TRUE(cache.folder(sent->bundle));
    EXPECT_EQ(read(copy), read(bot));

    store_.files[base::Sha256::of(read(bot))] = "rm -rf";
    ASSERT_TRUE(cache.folder(sent->bundle)) << "what is on the disk is good";
    fs::remove(copy);
    const auto refused = cache.folder(sent->bundle);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("damaged"), std::string::npos);
    EXPECT_FALSE(fs::exists(copy));
    EXPECT_FALSE(cache.folder("../.."));
}

TEST_F(BundleTest, ModulesBesideAPythonBotTravelWithIt) {
    const fs::path bot = write("bot.py", "import helper\nfrom package import part\n");
    write("helper.py", "A = 1\n");
    write("package/part.py", "B = 1\n");
    write("package/__pycache__/part.pyc", "compiled");
    write("stranger.py", "C = 1\n");
    const auto sent = send_bot(source("ugi:python3 " + bot.string()), store_);
    ASSERT_TRUE(sent) << sent.error().message;
    BundleCache cache(folder_ / "cache", store_);
    const auto folder = cache.folder(sent->bundle);
    ASSERT_TRUE(folder) << folder.error().message;
    EXPECT_EQ(read(*folder / "0/helper.py"), "A = 1\n");
    EXPECT_EQ(read(*folder / "0/package/part.py"), "B = 1\n");
    EXPECT_FALSE(fs::exists(*folder / "0/stranger.py"));
    EXPECT_FALSE(fs::exists(*folder / "0/package/__pycache__"));
    EXPECT_EQ(local_source(*sent, *folder),
              fmt::format("ugi:python3 {}/0/bot.py", folder->string()));
}

TEST_F(BundleTest, LinksOutOfTheBotsFolderAreNotSent) {
    const fs::path secret = write("organiser/secret.py", "the organiser's\n");
    const fs::path bot = write("bot/bot.py", "import helper, package, fast, all\n");
    write("bot/package/part.py", "");
    fs::create_symlink(secret, folder_ / "bot/helper.py");
    fs::create_symlink(secret, folder_ / "bot/fast.so");
    fs::create_symlink(secret, folder_ / "bot/package/data.bin");
    fs::create_directory_symlink(secret.parent_path(), folder_ / "bot/all");
    fs::create_directory_symlink(secret.parent_path(), folder_ / "bot/package/all");
    for (const std::string& text :
         {"ugi:python3 " + bot.string(),
          "ugi:python3 " + bot.string() + " " + (folder_ / "bot/package").string()}) {
        const auto sent = send_bot(source(text), store_);
        ASSERT_TRUE(sent) << sent.error().message;
        BundleCache cache(folder_ / "cache", store_);
        EXPECT_TRUE(fs::exists(*cache.folder(sent->bundle) / "0/package/part.py")) << text;
    }
    for (const auto& [hash, contents] : store_.files) {
        EXPECT_EQ(contents.find("the organiser's"), std::string::npos);
    }
}

/// As in the sandbox: what looks like a bot's own file is somebody else's.
TEST_F(BundleTest, ANamedFileThatIsALinkElsewhereIsRefused) {
    write("organiser/secret.py", "the organiser's\n");
    fs::create_directories(folder_ / "bot");
    fs::create_symlink("../organiser/secret.py", folder_ / "bot/bot.py");
    const auto sent = send_bot(source("ugi:python3 " + (folder_ / "bot/bot.py").string()), store_);
    ASSERT_FALSE(sent);
    EXPECT_NE(sent.error().message.find("leads out of its folder"), std::string::npos);
    EXPECT_TRUE(store_.files.empty());
}

TEST_F(BundleTest, TooMuchIsRefusedWithTheLimit) {
    const fs::path bot = write("bot.py", "import package\n");
    for (int i = 0; i < 2000; ++i) write(fmt::format("package/m{}.py", i), "");
    const auto sent = send_bot(source("ugi:python3 " + bot.string()), store_);
    ASSERT_FALSE(sent);
    EXPECT_NE(sent.error().message.find("64 MiB or 2000 files"), std::string::npos);
}

TEST_F(BundleTest, AFileThatAWorkerCouldNotHaveIsRefused) {
    const std::string long_name(252, 'a');
    const fs::path far = write("far.py", "import " + long_name + "\n");
    write(long_name + ".py", "");
    const fs::path deep = write("deep.py", "import package\n");
    std::string folders = "package/";
    for (int i = 0; i < 20; ++i) folders += std::string(100, 'b') + '/';
    write(folders + "m.py", "");
    // In a list, which is UTF-8, both would have the same name.
    const fs::path twins = write("twins.py", "import other\n");
    write("other/m.py", "");
    write("other/\xff", "");
    write("other/\xfe/x", "");
    for (const fs::path& bot : {far, deep, twins}) {
        const auto sent = send_bot(source("ugi:python3 " + bot.string()), store_);
        ASSERT_FALSE(sent) << bot;
        EXPECT_NE(sent.error().message.find("no name that every machine"), std::string::npos)
            << sent.error().message;
    }
}

TEST_F(BundleTest, AnotherBotsFilesAreNotSent) {
    const fs::path alice = write("alice.py", "import bob, carol, helper\n");
    const fs::path bob = write("bob.py", "");
    const fs::path carol = write("carol/bot.py", "");
    write("bob.cpython-311-x86_64-linux-gnu.so", "");
    write("carol/weights.py", "");
    write("helper.py", "");
    const auto sent = send_bot(source("ugi:python3 " + alice.string()), store_, {bob, carol});
    ASSERT_TRUE(sent) << sent.error().message;
    const auto files = parse_bundle(*store_.get(sent->bundle));
    ASSERT_TRUE(files);
    std::vector<std::string> paths;
    for (const BundleFile& file : *files) paths.push_back(file.path);
    EXPECT_EQ(paths, (std::vector<std::string>{"0/alice.py", "0/helper.py"}));
}

TEST_F(BundleTest, AWorkerFetchesNoMoreThanABotMayHave) {
    BundleCache cache(folder_ / "cache", store_);
    const std::string large = *store_.put(std::string(40 << 20, 'x'));
    const auto two = cache.folder(*store_.put(to_text({{"0/a", large}, {"0/b", large}})));
    ASSERT_FALSE(two);
    EXPECT_NE(two.error().message.find("more than 64 MiB"), std::string::npos);
    const std::string small = *store_.put("x");
    Bundle many;
    for (int i = 0; i <= 2000; ++i) many.push_back({fmt::format("0/{}", i), small});
    const auto refused = cache.folder(*store_.put(to_text(many)));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("2001 files"), std::string::npos);
}

TEST_F(BundleTest, OldBundlesLeaveTheCache) {
    BundleCache cache(folder_ / "cache", store_);
    const std::string file = *store_.put("x");
    const auto old = *cache.folder(*store_.put(to_text({{"0/old", file}})));
    const auto fresh = *cache.folder(*store_.put(to_text({{"0/new", file}})));
    write("cache/mine.txt", "not a bundle");
    const auto month_ago = fs::file_time_type::clock::now() - std::chrono::hours(24 * 31);
    fs::last_write_time(old, month_ago);
    fs::last_write_time(folder_ / "cache/mine.txt", month_ago);
    cache.tidy(std::chrono::hours(24 * 30));
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(fresh / "0/new"));
    EXPECT_TRUE(fs::exists(folder_ / "cache/mine.txt"));
}

TEST_F(BundleTest, BuiltInBotsHaveNone) {
    const auto sent = send_bot(source("mcts:sims=10"), store_);
    ASSERT_TRUE(sent);
    EXPECT_EQ(sent->source, "mcts:sims=10");
    EXPECT_EQ(sent->bundle, "");
    EXPECT_TRUE(store_.files.empty());
}

}  // namespace
}  // namespace ninefold::cluster

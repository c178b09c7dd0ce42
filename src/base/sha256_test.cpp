// SPDX-License-Identifier: MIT
#include "base/sha256.h"

#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

// The examples of FIPS 180-2, appendix B.
TEST(Sha256, GivesThePublishedExamples) {
    EXPECT_EQ(Sha256::of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(Sha256::of("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(Sha256::of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(Sha256::of(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, KnowsItsTexts) {
    EXPECT_TRUE(is_hash(Sha256::of("")));
    EXPECT_TRUE(is_hash(Sha256::of("").substr(0, 32), 32));
    EXPECT_FALSE(is_hash(Sha256::of("").substr(1)));
    EXPECT_FALSE(is_hash("/" + Sha256::of("").substr(1)));
    EXPECT_FALSE(is_hash("E" + Sha256::of("").substr(1)));
}

TEST(Sha256, DoesNotDependOnHowTheBytesCome) {
    const std::string bytes(1000, 'x');
    for (std::size_t step = 1; step < 200; step += 7) {
        Sha256 hash;
        for (std::size_t at = 0; at < bytes.size(); at += step) hash.add(bytes.substr(at, step));
        EXPECT_EQ(hash.text(), Sha256::of(bytes)) << step;
    }
}

}  // namespace
}  // namespace ninefold::base

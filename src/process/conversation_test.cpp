// SPDX-License-Identifier: MIT
#include "process/conversation.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "base/file_descriptor.h"

namespace ninefold::process {
namespace {

class LineReaderTest : public testing::Test {
protected:
    void SetUp() override {
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK), 0);
        reading = base::FileDescriptor(ends[0]);
        writing = base::FileDescriptor(ends[1]);
    }
    void write(std::string_view text) {
        ASSERT_EQ(::write(writing.number(), text.data(), text.size()),
                  static_cast<ssize_t>(text.size()));
    }
    std::string next() {
        const auto line = reader.next_line();
        return line ? std::string(*line) : "(none)";
    }

    base::FileDescriptor reading, writing;
    LineReader reader{16};
};

TEST_F(LineReaderTest, CutsLinesHoweverTheyCome) {
    write("one\ntwo\r\nth");
    EXPECT_EQ(reader.fill(reading.number()), LineReader::Filled::kSome);
    EXPECT_EQ(next(), "one");
    EXPECT_EQ(next(), "two");
    EXPECT_EQ(next(), "(none)");
    EXPECT_EQ(reader.unfinished(), "th");
    write("ree\n\n");
    EXPECT_EQ(reader.fill(reading.number()), LineReader::Filled::kSome);
    EXPECT_EQ(next(), "three");
    EXPECT_EQ(next(), "");
    EXPECT_EQ(next(), "(none)");
    EXPECT_EQ(reader.lines(), 4u);
    EXPECT_EQ(reader.bytes(), 16u);
}

TEST_F(LineReaderTest, TellsNothingYetFromTheEnd) {
    EXPECT_EQ(reader.fill(reading.number()), LineReader::Filled::kNothingYet);
    writing.reset();
    EXPECT_EQ(reader.fill(reading.number()), LineReader::Filled::kEnd);
}

TEST_F(LineReaderTest, NoticesALineThatIsTooLong) {
    write(std::string(16, 'x'));
    reader.fill(reading.number());
    EXPECT_EQ(next(), "(none)");
    EXPECT_FALSE(reader.is_too_long());
    write("x");
    reader.fill(reading.number());
    EXPECT_EQ(next(), "(none)");
    EXPECT_TRUE(reader.is_too_long());
}

TEST_F(LineReaderTest, ReadsForEverInTheSameMemory) {
    for (int i = 0; i < 1000; ++i) {
        write("line " + std::to_string(i) + "\nhalf");
        reader.fill(reading.number());
        EXPECT_EQ(next(), (i == 0 ? "line " : "halfline ") + std::to_string(i));
        EXPECT_EQ(next(), "(none)");
    }
}

}  // namespace
}  // namespace ninefold::process

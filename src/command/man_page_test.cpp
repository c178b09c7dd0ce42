// SPDX-License-Identifier: MIT
#include "command/command_outline.h"

#include <gmock/gmock.h>

namespace ninefold::command {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CommandOutline program() {
    CommandOutline run{.name = "ninefold cup run",
                       .description = "Play a cup",
                       .usage = "ninefold cup run [OPTIONS] FILE",
                       .details = "One\nparagraph.\n\n'Quoted' \\ text:\n  a   b\n  c\n"
                                  "\nExamples:\n  ninefold cup run --fast x.toml"};
    run.options = {{.names = {"FILE"}, .description = "what to play", .is_argument = true},
                   {.names = {"-s", "--speed"},
                    .description = ".5 is slow",
                    .choices = {"slow", "fast"},
                    .takes_value = true},
                   {.names = {"--fast"}, .description = "at once"}};
    CommandOutline cup{.name = "ninefold cup", .description = "Cups", .commands = {run}};
    return {.name = "ninefold", .description = "The program", .commands = {cup}};
}

TEST(ManPage, EveryCommandHasOneThatLeadsToItsNeighbours) {
    const std::vector<ManPage> pages = man_pages(program(), "ninefold 1.2.3");
    ASSERT_EQ(pages.size(), 3u);
    EXPECT_EQ(pages[0].name, "ninefold");
    EXPECT_THAT(pages[0].text, HasSubstr(".SH COMMANDS\n.TP\n.BR ninefold\\-cup (1)\nCups\n"));
    EXPECT_THAT(pages[0].text, Not(HasSubstr("SEE ALSO")));
    EXPECT_EQ(pages[1].name, "ninefold-cup");
    EXPECT_EQ(pages[2].name, "ninefold-cup-run");
    EXPECT_THAT(pages[2].text, HasSubstr(".TH NINEFOLD\\-CUP\\-RUN 1 \"\" \"ninefold 1.2.3\""));
    EXPECT_THAT(pages[2].text, HasSubstr(".SH SEE ALSO\n.BR ninefold\\-cup (1)\n"));
}

TEST(ManPage, OptionsAndArgumentsAreListedApart) {
    const std::string text = man_pages(program(), "").back().text;
    EXPECT_THAT(text, HasSubstr(".SH ARGUMENTS\n.TP\n\\fBFILE\\fR\nwhat to play\n.SH OPTIONS\n"));
    EXPECT_THAT(text, HasSubstr("\n\\fB\\-s\\fR, \\fB\\-\\-speed\\fR \\fIVALUE\\fR\n"));
    EXPECT_THAT(text, HasSubstr("One of \\fBslow\\fR, \\fBfast\\fR\n"));
    EXPECT_THAT(text, HasSubstr("\n\\fB\\-\\-fast\\fR\nat once\n"));
}

TEST(ManPage, TextThatRoffWouldTakeForARequestIsEscaped) {
    const std::string text = man_pages(program(), "").back().text;
    EXPECT_THAT(text, HasSubstr("\n\\&.5 is slow\n"));
    EXPECT_THAT(text, HasSubstr("\n\\&'Quoted' \\e text:\n"));
}

TEST(ManPage, ParagraphsAreFilledAndTablesAndExamplesAreNot) {
    const std::string text = man_pages(program(), "").back().text;
    EXPECT_THAT(text, HasSubstr(".SH DESCRIPTION\nOne\nparagraph.\n.PP\n\\&'Quoted'"));
    EXPECT_THAT(text, HasSubstr("text:\n.PP\n.nf\na   b\nc\n.fi\n.SH ARGUMENTS"));
    EXPECT_THAT(text,
                HasSubstr(".SH EXAMPLES\n.PP\n.nf\nninefold cup run \\-\\-fast x.toml\n.fi\n"));
}

}  // namespace
}  // namespace ninefold::command

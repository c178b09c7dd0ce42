// SPDX-License-Identifier: MIT
#include "process/sandbox_check.h"

#include <gtest/gtest.h>
#include <sys/types.h>

#include <string>

namespace ninefold::process {
namespace {

constexpr std::string_view kGood =
    "uid: 65534\nmap: 65534 0 1\nGroups:\t65534\nCapInh:\t0000000000000000\n"
    "CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\n"
    "CapAmb:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\ninterface: lo\nend: here\n";

/// The fault of a good report in which one part is replaced by another.
std::string fault(std::string_view part, std::string_view by, uid_t starter = 1001) {
    std::string report(kGood);
    const std::size_t at = report.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return sandbox_fault(report.replace(at, part.size(), by), starter).value_or("none");
}

TEST(SandboxCheck, FindsNoFaultWhereThereIsNone) {
    EXPECT_EQ(fault("", ""), "none");
    EXPECT_EQ(fault("uid: 65534\nmap: 65534 0 1", "uid: 61200\nmap: 0 0 4294967295", 0), "none");
}

TEST(SandboxCheck, NamesEachFault) {
    const std::string root = "the bot's user would be root on this machine";
    EXPECT_EQ(fault("", "", 0), root);  // 65534 is 0 outside
    EXPECT_EQ(fault("uid: 65534\nmap: 65534 0 1", "uid: 0\nmap: 0 0 4294967295", 0), root);
    EXPECT_EQ(fault("map: 65534 0 1\n", "", 0), root);
    EXPECT_EQ(fault("uid: 65534", "uid: 0"), root);
    EXPECT_EQ(fault("CapEff:\t0000000000000000", "CapEff:\t00000000000000c0"),
              "the bot would keep privileges (CapEff 00000000000000c0)");
    EXPECT_EQ(fault("CapBnd:\t0000000000000000\n", ""), "the bot would keep privileges (CapBnd )");
    EXPECT_EQ(fault("NoNewPrivs:\t1", "NoNewPrivs:\t0"), "the bot could get new privileges");
    EXPECT_EQ(fault("Seccomp:\t2", "Seccomp:\t0"), "its system calls would not be filtered");
    EXPECT_EQ(fault("interface: lo", "interface: lo\ninterface: eth0"),
              "the bot would have the network eth0");
    EXPECT_EQ(fault("end:", "writable: /proc/sys/kernel/core_pattern\nend:"),
              "the bot could write /proc/sys/kernel/core_pattern");
    EXPECT_EQ(fault("end:", "seen: /root\nend:"), "the bot would see /root");
    EXPECT_EQ(fault("end:", "init: seen\nend:"), "the bot could reach its sandbox's first process");
    EXPECT_EQ(sandbox_fault("uid: 0\n", 1001), "its probe says 'uid: 0\\x0a'");
}

}  // namespace
}  // namespace ninefold::process

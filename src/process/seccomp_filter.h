// SPDX-License-Identifier: MIT
#pragma once

#include "base/file_descriptor.h"
#include "base/result.h"

namespace ninefold::process {

struct SeccompOptions {
    bool pinned = false;  ///< takes the choice of cores away
    /// The bot rests by SIGSTOP: takes away what sends it SIGCONT meanwhile.
    bool stopped_by_signals = false;
};

/// The system calls a sandboxed bot has no use for, as a compiled filter in a memory file, read
/// position at its start. Most fail with EPERM (as if the kernel lacked the permission), so that a
/// runtime that merely tries one lives on. Those that would flush disks or lock files do nothing
/// and succeed.
base::Result<base::FileDescriptor> make_seccomp_filter(const SeccompOptions& options);

}  // namespace ninefold::process

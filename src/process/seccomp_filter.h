// SPDX-License-Identifier: MIT
#pragma once

#include "base/file_descriptor.h"
#include "base/result.h"

namespace ninefold::process {

/// The system calls a sandboxed bot has no use for, as a compiled filter in a memory file, read
/// position at its start. They fail with EPERM (as if the kernel lacked the permission), so that a
/// runtime that merely tries one lives on. `pinned` takes the choice of cores away as well.
base::Result<base::FileDescriptor> make_seccomp_filter(bool pinned);

}  // namespace ninefold::process

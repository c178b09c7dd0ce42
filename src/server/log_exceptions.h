// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <utility>

#include "base/caught.h"
#include "base/notice.h"

namespace ninefold::server {

/// Runs a job that no client waits for, on a thread that must outlive it: what it throws is
/// written to standard error, for the server's log.
template <typename Work>
void log_exceptions(Work&& work) {
    const base::Result<void> done = base::caught(std::forward<Work>(work));
    if (!done) base::notice("a job of the server failed: {}\n", done.error().message);
}

}  // namespace ninefold::server

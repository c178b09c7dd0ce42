// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "process/process_tree.h"

namespace ninefold::process {

/// What a bot's processes do in one rest, by looks at all of them: the processor time that they are
/// seen to use, from the first sight of each, and the time in which new ones keep coming, whose
/// use may never be seen because they end between two looks. One thread.
class WorkAtRest {
public:
    using Clock = std::chrono::steady_clock;

    /// A look counts for no more than this if it finds new processes. Told to stop, a thread
    /// finishes at most the fork that it is in: even where a bot waits long for a processor, only a
    /// few looks find new ones, unless its processes evade the signal.
    static constexpr std::chrono::milliseconds kMostPerLook{50};

    /// `processes` are all that there are.
    void add_look(ProcessTable processes, Clock::time_point now);
    std::chrono::milliseconds total() const;
    /// Whether the last look found processes that the one before had not.
    bool has_new() const { return has_new_; }

private:
    ProcessTable last_;
    bool has_new_ = false;
    Clock::time_point last_look_ = Clock::time_point::max();  ///< the first counts nothing
    Clock::duration total_{};
};

}  // namespace ninefold::process

// SPDX-License-Identifier: MIT
#include "process/work_at_rest.h"

#include <algorithm>
#include <utility>

namespace ninefold::process {

void WorkAtRest::add_look(ProcessTable processes, Clock::time_point now) {
    has_new_ = false;
    for (const auto& [pid, stat] : processes) {
        const auto known = last_.find(pid);
        if (known == last_.end()) {
            has_new_ = last_look_ < now;
        } else if (known->second.start == stat.start && stat.used > known->second.used) {
            total_ += stat.used - known->second.used;
        }
    }
    if (has_new_) total_ += std::min<Clock::duration>(now - last_look_, kMostPerLook);
    last_ = std::move(processes);
    last_look_ = now;
}

std::chrono::milliseconds WorkAtRest::total() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(total_);
}

}  // namespace ninefold::process

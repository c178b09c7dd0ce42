// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <list>

#include "search/huge_array.h"

namespace ninefold::search {

/// Takes all memory that engines' tables may have, without touching it.
class TakenTables {
public:
    TakenTables() {
        for (std::size_t bytes = std::size_t{1} << 34; bytes >= 4096;) {
            try {
                taken_.emplace_back(bytes, bytes);
            } catch (const std::exception&) {
                bytes /= 2;
            }
        }
    }

private:
    std::list<HugeMemory> taken_;
};

}  // namespace ninefold::search

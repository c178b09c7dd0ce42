// SPDX-License-Identifier: MIT
#include "tournament/chance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ninefold::tournament {

double chance_of_luck(int wins, int losses) {
    const int n = wins + losses;
    double sum = 0;
    for (int k = wins; k <= n; ++k) {
        sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) -
                        n * std::numbers::ln2);
    }
    return std::min(1.0, sum);
}

}  // namespace ninefold::tournament

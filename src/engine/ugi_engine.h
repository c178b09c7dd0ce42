// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <istream>

namespace ninefold::engine {

/// The engine as a UGI bot: reads commands on one thread and thinks on another, so that `stop`,
/// `isready` and `quit` are answered at any time. A command that makes no sense now is answered by
/// an `info string` that says why, and changes nothing.
/// Returns at `quit` or the end of input; a question asked before the end is still answered.
void play_ugi(std::istream& in, std::FILE* out);

}  // namespace ninefold::engine

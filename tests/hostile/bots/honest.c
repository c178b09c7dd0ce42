// SPDX-License-Identifier: MIT
// Does everything right, at once. The others are measured against it.
#include "honest.h"

static inline void answer(struct game* game) { answer_honestly(game); }

// SPDX-License-Identifier: MIT
// Never says ugiok.
#include <unistd.h>

int main(void) {
    for (;;) pause();
}

// SPDX-License-Identifier: MIT
// Ends before it says ugiok.
#include <stdio.h>

int main(void) {
    fputs("cannot find my opening book\n", stderr);
    return 1;
}

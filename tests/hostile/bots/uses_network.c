// SPDX-License-Identifier: MIT
// Looks for a way out: a network interface, a route, a virtual machine's host. Says so if there is
// one, else plays.
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/socket.h>

#include "honest.h"

static inline int has_interface(void) {
    struct ifaddrs* all = NULL;
    int found = 0;
    if (getifaddrs(&all) != 0) return 0;
    for (struct ifaddrs* i = all; i != NULL; i = i->ifa_next) {
        if ((i->ifa_flags & IFF_UP) && !(i->ifa_flags & IFF_LOOPBACK)) found = 1;
    }
    freeifaddrs(all);
    return found;
}

static inline int has_route(void) {
    struct sockaddr_in far = {.sin_family = AF_INET, .sin_port = htons(53)};
    inet_pton(AF_INET, "192.0.2.1", &far.sin_addr);
    const int s = socket(AF_INET, SOCK_DGRAM, 0);
    return s >= 0 && connect(s, (struct sockaddr*)&far, sizeof far) == 0;
}

static inline void answer(struct game* game) {
    if (has_interface()) say("found an interface");
    else if (has_route()) say("found a route");
    else if (socket(40 /* AF_VSOCK */, SOCK_STREAM, 0) >= 0) say("found the host");
    else answer_honestly(game);
}

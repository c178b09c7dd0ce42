// SPDX-License-Identifier: MIT
// Fills the buffers of sockets whose memory no control group counts. Says so if it finds some, else
// plays.
#include <arpa/inet.h>
#include <linux/netlink.h>
#include <sys/socket.h>

#include "honest.h"

enum { kMost = 100 << 20, kBuffer = 1 << 20 };  // it harms no machine that lets it

static char message[100000];

/// Bytes that wait in a new socket, which sends to itself.
static long fill_netlink(void) {
    const int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_USERSOCK);
    struct sockaddr_nl own = {.nl_family = AF_NETLINK};
    socklen_t size = sizeof own;
    const int buffer = kBuffer;
    if (s < 0 || bind(s, (struct sockaddr*)&own, size) != 0) return 0;
    getsockname(s, (struct sockaddr*)&own, &size);
    setsockopt(s, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    long filled = 0;
    for (long sent = 0; sent >= 0 && filled<kBuffer; filled += sent> 0 ? sent : 0) {
        sent = sendto(s, message, sizeof message, MSG_DONTWAIT, (struct sockaddr*)&own, size);
    }
    return filled;
}

/// Bytes that wait in a new connection to itself.
static long fill_tcp(void) {
    const int listening = socket(AF_INET, SOCK_STREAM, 0);
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof own;
    if (listening < 0 || s < 0 || bind(listening, (struct sockaddr*)&own, size) != 0) return 0;
    getsockname(listening, (struct sockaddr*)&own, &size);
    if (listen(listening, 1) != 0 || connect(s, (struct sockaddr*)&own, size) != 0) return 0;
    long filled = 0;
    for (long sent = 0; sent >= 0 && filled<kBuffer; filled += sent> 0 ? sent : 0) {
        sent = send(s, message, sizeof message, MSG_DONTWAIT);
    }
    return filled;
}

static long fill(long (*fill_one)(void)) {
    long filled = 0;
    for (long more = 1; more > 0 && filled < kMost; filled += more) more = fill_one();
    return filled;
}

static inline void answer(struct game* game) {
    const long netlink = game->asked == 1 ? fill(fill_netlink) : 0;
    const long tcp = game->asked == 1 ? fill(fill_tcp) : 0;
    if (netlink == 0 && tcp == 0) {
        answer_honestly(game);
    } else {
        printf("filled %ld bytes of netlink sockets, %ld of connections\n", netlink, tcp);
        fflush(stdout);
    }
}

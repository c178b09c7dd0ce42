#!/bin/sh
# SPDX-License-Identifier: MIT
# Says what a program finds in its sandbox, KEY: WORDS in each line. Opening a file to append changes
# nothing in it.
echo "uid: $(id -u)"
while read -r inside outside count; do
    echo "map: $inside $outside $count"
done < /proc/self/uid_map
grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):' /proc/self/status
for file in /proc/sys/kernel/core_pattern /proc/sys/fs/lease-break-time /proc/sysrq-trigger; do
    if ( : >> $file ) 2> /dev/null; then echo "writable: $file"; fi
done
if ( : > /usr/bin/.ninefold ) 2> /dev/null; then echo "writable: /usr/bin"; fi
if [ -e /proc/1/mem ]; then echo "init: seen"; fi
while read -r name rest; do
    case $name in *:*) echo "interface: ${name%%:*}" ;; esac
done < /proc/net/dev
for place in /root /home /var /sys /etc/shadow /dev/ptmx; do
    if [ -e $place ]; then echo "seen: $place"; fi
done
echo "end: here"

#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds build/ninefold-host.jar and build/ninefold-host.jsa (classes ready for a fast start).
# Does nothing where both are newer than every source. JAVA_HOME chooses the JDK.
set -eu
cd "$(dirname "$0")"

jdk=${JAVA_HOME:+$JAVA_HOME/bin/}
for tool in java javac jar; do
    if ! command -v "$jdk$tool" >/dev/null; then
        echo "hosts/java: $jdk$tool is missing; install a JDK (Debian: openjdk-17-jdk-headless)" >&2
        exit 1
    fi
done

jar=build/ninefold-host.jar
jsa=build/ninefold-host.jsa
stamp=build/java-version
version=$("${jdk}java" -version 2>&1)
if [ -f "$jar" ] && [ -f "$jsa" ] && [ "$(cat $stamp 2>/dev/null)" = "$version" ] &&
    [ -z "$(find src warmup build.sh -newer "$jsa" -print -quit)" ]; then
    exit 0
fi

echo "hosts/java: building $jar"
rm -rf build
mkdir -p build/classes
# Inlined string concatenation spares the start-up the cost of linking it at run time.
find src -name '*.java' >build/sources
"${jdk}javac" --release 17 -Xlint:all -Werror -encoding UTF-8 -g -XDstringConcat=inline \
    -d build/classes @build/sources
"${jdk}jar" --create --file "$jar" --main-class ninefold.host.Main -C build/classes .

# A class-data archive of what one game loads. It only saves time: a java that cannot use it, or a
# machine that cannot write it, starts from the jar. It holds for the jar under this absolute path.
printf 'ugi\nuginewgame\nisready\nposition startpos moves 44\ngo\n' |
    "${jdk}java" -XX:ArchiveClassesAtExit="$jsa" -XX:-UsePerfData \
        -Djava.awt.headless=true -cp "$PWD/$jar" ninefold.host.Main warmup/FirstLegal.java \
        >build/archive.log 2>&1 || true
[ -f "$jsa" ] || : >"$jsa"
printf '%s\n' "$version" >"$stamp"

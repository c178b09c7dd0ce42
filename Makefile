# SPDX-License-Identifier: MIT
# The front door. `make` alone lists what there is; the work itself is CMake's (CMakePresets.json)
# and the scripts'. A line `target: ## words` is the target's entry in the list, `##@` a heading.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
CTEST_ARGS ?=
BENCH_ARGS ?=
SERVE_ARGS ?=
FRESH_ARGS ?=
FUZZ_SECONDS ?= 3600
FUZZ_JOBS ?= $(shell nproc)
FUZZ_ARGS ?=
SOAK_SECONDS ?= 600
RUNS ?= 1
HOSTILE_JOBS ?= 1
HOSTILE_ARGS ?=
KILLS ?= 2000
MINUTES ?= 30
PYTHON_FUZZ_CALLS ?= 100000

export CTEST_ARGS
export SETUP
export CCACHE_BASEDIR = $(CURDIR)
export NINJA_STATUS = [%f/%t] 

ifneq ($(MAKE_TERMOUT),)
ifndef NO_COLOR
bold := $(shell printf '\033[1m')
cyan := $(shell printf '\033[36m')
plain := $(shell printf '\033[0m')
endif
endif

say = @printf '%s\n' '$(bold)$(cyan)==>$(plain) $(bold)$(1)$(plain)'

# $(call build,PRESET,FOLDER,TARGETS)
define build
	$(call say,building $(3) in $(2)/ ($(1) preset, $(JOBS) jobs))
	@JOBS=$(JOBS) scripts/build_native $(1) $(2) $(3)
endef

java_host = hosts/java/build.sh || { scripts/check_disk . 200 'to build'; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help setup build python serve wasm web debug test asan tsan fuzz fuzz-python fuzz-short asan-short soak soak-bots soak-kills soak-server soak-cluster soak-reviews strength perft-deep lint lint-all format \
        bench docs install package package-test sbom hostile clean distclean fresh build-packages test-packages

help:
	@printf '%s\n' '$(bold)Ninefold$(plain): the home of Ultimate Tic-Tac-Toe' '' 'usage: make TARGET'
	@awk -v on='$(cyan)' -v head='$(bold)' -v off='$(plain)' -F ':.*## ' \
	    '/^##@/ { printf "\n%s%s%s\n", head, substr($$0, 5), off } \
	     /^[a-z-]+:.*## / { printf "  %s%-12s%s %s\n", on, $$1, off, $$2 }' $(firstword $(MAKEFILE_LIST))

##@ Build
setup: ## install every missing Debian package (the other targets install what they need)
	$(call say,looking for missing packages)
	@scripts/setup
	@echo 'nothing is missing'

# First and at once, so that sudo asks only at the start.
build-packages:
	@scripts/setup build run wasm web

build: build-packages web ## build the program with its page: build/ninefold
	$(call build,release,build,ninefold)
	@if command -v javac >/dev/null; then $(java_host); fi
	@echo 'built build/ninefold'

serve: build ## build, and serve the page on http://127.0.0.1:8099 (SERVE_ARGS='--port 8100')
	@exec build/ninefold serve $(SERVE_ARGS)

wasm: ## build the engine for the browser: web/engine/dist/ninefold.wasm
	@scripts/setup wasm
	$(call say,building the engine for WebAssembly)
	@JOBS=$(JOBS) scripts/build_web engine

web: ## build the page and its engine: web/dist
	@scripts/setup wasm web
	$(call say,building the page)
	@JOBS=$(JOBS) scripts/build_web

docs: build ## build the documentation as a site: build/site/index.html
	@scripts/setup npm
	@scripts/fetch_npm docs/site
	$(call say,building the documentation)
	@PATH="$(CURDIR)/build-web/node/node_modules/.bin:$$PATH" node docs/site/build.mjs build/site

python: ## build the Python module and test it: PYTHONPATH=build/python
	@scripts/setup build test-build python run
	$(call build,release,build,ninefold_python)
	$(call say,testing the Python module)
	@NINEFOLD=build/ninefold tests/python/run

debug: ## build everything with asserts and for a debugger: build-debug/ninefold
	@scripts/setup build test-build
	$(call build,debug,build-debug,all)

install: build ## install the program and the libraries under PREFIX (default /usr/local; DESTDIR is heeded)
	$(call build,release,build,ninefold_installed)
	$(call say,installing under $(DESTDIR)$(PREFIX))
	@cmake --install build --prefix $(PREFIX) || { \
	    echo "make: could not write under $(DESTDIR)$(PREFIX): use sudo, or PREFIX=\$$HOME/.local" >&2; exit 1; }
	@if [ "$$(id -u)" = 0 ] && [ -z "$(DESTDIR)" ]; then PATH="$$PATH:/usr/sbin:/sbin" ldconfig || true; fi

package: build ## make the release's files: .deb, archive for any Linux, npm package: build/package/
	@scripts/setup run package python java npm
	@$(java_host)
	$(call build,release,build,ninefold_portable ninefold_installed)
	$(call say,packing build/package/)
	@scripts/package build

sbom: ## list the libraries inside, with versions and licences (SPDX): build/ninefold.spdx.json
	@scripts/setup build wasm
	@scripts/sbom build/ninefold.spdx.json

##@ Test
test-packages:
	@scripts/setup build test-build run java wasm web test npm fuzz python

test: test-packages web ## install what is missing, build, and run all tests (CTEST_ARGS='-R rules' for some)
	@scripts/fetch_npm web
	$(call build,release,build,all)
	@if ls tests/fuzz/fuzz_*.cpp >/dev/null 2>&1; then $(MAKE) --no-print-directory fuzz-short; fi
	$(call say,testing)
	@scripts/run_tests build

asan: ## build and run all tests with AddressSanitizer, UBSan and asserts
	@scripts/setup build test-build run java test python
	$(call build,asan,build-asan,all)
	$(call say,testing under AddressSanitizer and UBSan)
	@scripts/run_tests build-asan

# The parsers and the referee, in the fuzzers' build: what a change is checked with every time. Tests
# that count or search for long run in `test` and `asan` alone.
asan-short:
	@scripts/setup build test-build run java fuzz
	$(call build,fuzz,build-fuzz,test_base test_rules test_record test_protocol test_arena)
	$(call say,testing the parsers and the referee under AddressSanitizer and UBSan)
	@GTEST_FILTER='-BalancedOpenings.*:Prover.*:PerftTest.*:PlayoutTest.*' \
	    CTEST_ARGS='-R ^(base|rules|record|protocol|arena)$$' scripts/run_tests build-fuzz

tsan: ## build and run all tests with ThreadSanitizer and asserts
	@scripts/setup build test-build run java test
	$(call build,tsan,build-tsan,all)
	$(call say,testing under ThreadSanitizer)
	@scripts/run_tests build-tsan 3600

fuzz: ## fuzz every parser for FUZZ_SECONDS each (default 3600), FUZZ_JOBS at a time (FUZZ_ARGS=--total counts and continues earlier runs)
	@scripts/setup build test-build fuzz
	$(call build,fuzz-long,build-fuzz-long,fuzzers)
	@scripts/run_fuzzers build-fuzz-long $(FUZZ_SECONDS) --jobs $(FUZZ_JOBS) $(FUZZ_ARGS)

fuzz-python: ## call the Python module PYTHON_FUZZ_CALLS times with arguments of every kind, under AddressSanitizer
	@scripts/setup build test-build python
	$(call build,asan,build-asan,ninefold_python)
	$(call say,calling the Python module $(PYTHON_FUZZ_CALLS) times)
	@NINEFOLD=build-asan/ninefold NINEFOLD_FUZZ_CALLS=$(PYTHON_FUZZ_CALLS) tests/python/run test_fuzz

# The same inputs each time, as a part of `test`.
fuzz-short:
	$(call build,fuzz,build-fuzz,fuzzers_short)
	@scripts/run_fuzzers build-fuzz short

hostile: ## attack referee, server and cluster in every way of tests/hostile, RUNS times, and print a table
	@scripts/setup build test-build run java test hostile
	$(call build,release,build,test_hostile ninefold)
	@hosts/java/build.sh
	@scripts/hostile_table build --runs $(RUNS) --jobs $(HOSTILE_JOBS) $(HOSTILE_ARGS)
	@for who in users container; do \
	    tests/hostile/as_other_users $$who build/tests/hostile/test_hostile build/tests/hostile/bots hosts all || \
	        [ $$? = 77 ] || exit 1; \
	done

fresh: ## run `make serve` and `make test` on a bare Debian 12, as root (FRESH_ARGS=--serve for one of them)
	@scripts/setup fresh
	@scripts/fresh $(FRESH_ARGS)

package-test: package ## install the packages in a bare Debian 12, as root, and play there
	@scripts/setup fresh
	@scripts/test_package build/package

soak: ## random games through both formats and against the plain rules for SOAK_SECONDS, with sanitizers
	@scripts/setup build test-build
	$(call build,asan,build-asan,ninefold rules_against_reference_test)
	$(call say,soaking for $(SOAK_SECONDS) s)
	@scripts/soak build-asan/ninefold $(SOAK_SECONDS)

soak-bots: build ## 200 games between bots of every two interfaces, none lost by forfeit (an hour)
	@scripts/setup java
	$(call say,playing 200 games a pair)
	@NINEFOLD=build/ninefold tests/interop/run 200

soak-kills: build ## kill matches, tournaments and servers KILLS times at random instants, and resume them (an hour)
	$(call build,release,build,hostile_bots)
	$(call say,killing $(KILLS) times)
	@NINEFOLD=build/ninefold tests/soak/kills $(KILLS)

soak-server: build ## people, bots, analyses and kills at a server for MINUTES, and its memory
	$(call say,a server under load for $(MINUTES) minutes)
	@NINEFOLD=build/ninefold tests/soak/server $(MINUTES)

soak-reviews: build ## review one game RUNS times in Chromium and RUNS times by the program, half of them on a busy machine
	@scripts/setup npm test
	@scripts/fetch_npm web
	$(call say,reviewing a game $(RUNS) times on the page and $(RUNS) times by the program)
	@NINEFOLD=$(CURDIR)/build/ninefold PROJECT=reviews RUNS=$(RUNS) tests/web/page/run

soak-cluster: build ## 10,000 games on a cluster under fire: workers and a server killed (minutes)
	@scripts/setup test
	$(call say,playing 10000 games on three servers and four workers)
	@NINEFOLD=build/ninefold tests/cluster/soak

strength: build ## the engine against its hand-made evaluation and mcts, 100 ms and 1 s a move (hours; STRENGTH_ARGS='--games 40')
	@scripts/engine/strength $(STRENGTH_ARGS)

perft-deep: build ## count the perft table by making every leaf, and a ply deeper (a minute)
	@scripts/perft_deep build/ninefold

##@ Check and measure
lint: ## check the format, shell scripts and the page (ESLint), run clang-tidy on what changed
	@scripts/setup build test-build lint
	@scripts/lint

lint-all: ## the same, with clang-tidy on every file (minutes)
	@scripts/setup build test-build lint
	@scripts/lint --all

format: ## format the C++ in place
	@scripts/setup lint
	@scripts/lint --fix-format

bench: ## run the benchmarks (BENCH_ARGS goes to each program)
	@scripts/setup build test-build bench run java
	$(call build,release,build,ninefold benchmarks)
	@scripts/run_benchmarks build $(BENCH_ARGS)

##@ Clean
clean: ## remove what was built in build/, keep its configuration
	@if [ -f build/build.ninja ]; then cmake --build build --target clean; fi

distclean: ## remove every build folder
	rm -rf build build-python build-debug build-asan build-tsan build-clang build-lint build-fuzz build-fuzz-long build-wasm build-web build-fresh web/dist web/engine/dist web/node_modules

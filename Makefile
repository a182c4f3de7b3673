# The commands that a person types. CMake does the work; see CMakePresets.json.
#
#   make demo    build, start a daemon, compile and run a real model
#   make check   build and run every test
#   make bench   run the benchmarks
#   make build   build only
#   make format  clang-format the tree

BUILD := build
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
# Without these ccache does not touch sources that use precompiled headers.
export CCACHE_SLOPPINESS := pch_defines,time_macros

.PHONY: demo check bench build configure format dependencies clean

demo: configure
	@cmake --build $(BUILD) --target ingot-cli ingotd ingot-worker
	@deploy/demo.sh $(BUILD)

check: build
	@cd $(BUILD) && ctest --output-on-failure --timeout 900 --parallel 2

bench: build
	@tests/bench/run.sh $(BUILD)

build: configure
	@cmake --build $(BUILD)

configure: dependencies
	@[ -f $(BUILD)/build.ninja ] || cmake --preset default -B $(BUILD) -Wno-dev

dependencies:
	@deploy/install-dependencies.sh

format:
	@git ls-files '*.h' '*.cpp' '*.c' | xargs clang-format-22 -i

clean:
	rm -rf $(BUILD)

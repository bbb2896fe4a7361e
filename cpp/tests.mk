# The tests of the C++ SDK: `make cpp-test`. The top Makefile includes this.
#
# The tests run against their own development server (Tests/with_server.py). Tests/Cpp/run.py plays
# a person with a headless Chromium. `make cpp-behaviour-test CPP_TEST_FILTER='Future*'` runs some
# of the tests.

CPP_TEST_PACKAGES := g++ libgtest-dev nlohmann-json3-dev libcurl4-openssl-dev libssl-dev pkg-config cmake ccache
CPP_TEST_BUILD := .build/cpp-tests
CPP_TEST_FILTER ?= *
CPP_TEST_JOBS ?= $(shell nproc)

CPP_WARNINGS := -Wall -Wextra -Wpedantic -Werror
CPP_INCLUDES = -Icpp/include -Icpp/src -I$(C_LIBRARY)/include
CPP_LIBRARIES = -L$(C_LIBRARY)/lib -Wl,-rpath,$(abspath $(C_LIBRARY))/lib -llatchkey_auth \
  -lgtest -lgtest_main -lcurl -lcrypto -lpthread
CPP_RUN = Tests/with_server.py $(DEBUG_BINARY) --project example -- $(PYTHON) Tests/Cpp/run.py

CPP_SDK_SOURCES := $(shell find cpp/src/ -name '*.cc' 2>/dev/null)
CPP_HEADERS := $(shell find cpp/include/ -name '*.h' 2>/dev/null)
CPP_SUPPORT := $(wildcard cpp/tests/support/*.cc)
CPP_BEHAVIOUR := $(wildcard cpp/tests/behaviour/*.cc)
CPP_GUIDE := $(wildcard cpp/tests/guide/*.cc cpp/tests/tutorial/*.cc)
CPP_PRODUCTION := $(wildcard cpp/tests/production/*.cc)
CPP_SHAPES := $(wildcard cpp/tests/compile/*.cc)

# Each compiler and language standard has its own build. The guide's program runs in all builds; the
# behaviour tests run in one build and under the sanitizers. `make test` uses the oldest standard
# with one compiler and the newest with the other. `make test-deep` uses the other two combinations.
CPP_BUILDS := g++-14 clang++-20
CPP_DEEP_BUILDS := g++-20 clang++-14
CPP_FLAGS_g++-14 := -std=c++14 -g1
CPP_FLAGS_g++-20 := -std=c++20
CPP_FLAGS_clang++-14 := -std=c++14
CPP_FLAGS_clang++-20 := -std=c++20
CPP_FLAGS_g++-sanitized := -std=c++14 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined \
  -fno-sanitize-recover=all
CPP_BEHAVIOUR_BUILD := g++-14

# Caches compilations, also for other clones.
CCACHE = $(shell command -v ccache)
export CCACHE_NOHASHDIR := 1
export CCACHE_SLOPPINESS := pch_defines,time_macros

.PHONY: cpp-test cpp-test-deep cpp-test-programs cpp-test-deps cpp-library-test cpp-guide-test cpp-behaviour-test \
  cpp-sanitized-test cpp-valgrind-test cpp-consumer-test cpp-production-test
# The targets below need the libraries. Recipes run in order, but prerequisites run at once under `make --jobs`.
cpp-test: build cpp
	@$(MAKE) --no-print-directory cpp-library-test
	@$(MAKE) --no-print-directory cpp-test-programs
	@$(MAKE) --no-print-directory -j2 --output-sync=target cpp-sanitized-test cpp-behaviour-test \
	  cpp-guide-test cpp-production-test cpp-consumer-test
	@echo 'All tests of the C++ SDK passed.'

cpp-test-deep: build cpp $(VENV)/installed
	@$(MAKE) --no-print-directory cpp-test-programs
	@Tools/require-packages valgrind
	@$(MAKE) --no-print-directory -s -j$(CPP_TEST_JOBS) $(call cpp_guide,$(CPP_DEEP_BUILDS))
	@$(MAKE) --no-print-directory cpp-guide-test CPP_BUILDS='$(CPP_DEEP_BUILDS)'
	@$(MAKE) --no-print-directory cpp-valgrind-test

cpp-test-deps:
	@Tools/require-packages $(CPP_TEST_PACKAGES) chromium chromium-driver

# Rules for a build with a compiler. $(1): the build; $(2): the compiler.
define cpp_build
$(CPP_TEST_BUILD)/$(1)/%.o: cpp/%.cc $(CPP_HEADERS)
	@mkdir -p $$(dir $$@)
	$$(CCACHE) $(2) $$(CPP_FLAGS_$(1)) $(CPP_WARNINGS) $$(CPP_INCLUDES) -MMD -c $$< -o $$@

# A precompiled header: most of a test's compilation time is for the headers that all tests include.
$(CPP_TEST_BUILD)/$(1)/test_app.h.gch: $(wildcard cpp/tests/support/*.h) $(CPP_HEADERS)
	@mkdir -p $$(dir $$@)
	$$(CCACHE) $(2) $$(CPP_FLAGS_$(1)) $(CPP_WARNINGS) $$(CPP_INCLUDES) -x c++-header cpp/tests/support/test_app.h -o $$@
$(CPP_TEST_BUILD)/$(1)/tests/behaviour/%.o: cpp/tests/behaviour/%.cc $(CPP_TEST_BUILD)/$(1)/test_app.h.gch
	@mkdir -p $$(dir $$@)
	$$(CCACHE) $(2) $$(CPP_FLAGS_$(1)) $(CPP_WARNINGS) $$(CPP_INCLUDES) -include $(CPP_TEST_BUILD)/$(1)/test_app.h \
	  -c $$< -o $$@

$(CPP_TEST_BUILD)/$(1)/guide: $(patsubst cpp/%.cc,$(CPP_TEST_BUILD)/$(1)/%.o,\
  $(CPP_SDK_SOURCES) cpp/tests/support/server.cc $(CPP_GUIDE))
	$(2) $$(CPP_FLAGS_$(1)) $$^ $$(CPP_LIBRARIES) -o $$@

$(CPP_TEST_BUILD)/$(1)/behaviour: $(patsubst cpp/%.cc,$(CPP_TEST_BUILD)/$(1)/%.o,\
  $(CPP_SDK_SOURCES) $(CPP_SUPPORT) $(CPP_BEHAVIOUR))
	$(2) $$(CPP_FLAGS_$(1)) $$^ $$(CPP_LIBRARIES) -o $$@

$(CPP_TEST_BUILD)/$(1)/production: $(patsubst cpp/%.cc,$(CPP_TEST_BUILD)/$(1)/%.o,\
  $(CPP_SDK_SOURCES) $(CPP_SUPPORT) $(CPP_PRODUCTION))
	$(2) $$(CPP_FLAGS_$(1)) $$^ $$(CPP_LIBRARIES) -o $$@

$(CPP_TEST_BUILD)/$(1)/shapes: $(patsubst cpp/%.cc,$(CPP_TEST_BUILD)/$(1)/%.o,$(CPP_SHAPES))
	@touch $$@

# Each header must compile on its own.
$(CPP_TEST_BUILD)/$(1)/%.h.alone: cpp/include/%.h $(CPP_HEADERS)
	@mkdir -p $$(dir $$@)
	@echo '#include "$$*.h"' | $(2) $$(CPP_FLAGS_$(1)) $(CPP_WARNINGS) -Icpp/include -x c++ -fsyntax-only -
	@touch $$@

-include $(wildcard $(CPP_TEST_BUILD)/$(1)/*/*.d $(CPP_TEST_BUILD)/$(1)/*/*/*.d)
endef
$(foreach build,$(CPP_BUILDS) $(CPP_DEEP_BUILDS) g++-sanitized,\
  $(eval $(call cpp_build,$(build),$(firstword $(subst -, ,$(build))))))

cpp_guide = $(foreach build,$(1),$(CPP_TEST_BUILD)/$(build)/guide $(CPP_TEST_BUILD)/$(build)/shapes \
  $(patsubst cpp/include/%.h,$(CPP_TEST_BUILD)/$(build)/%.h.alone,$(CPP_HEADERS)))
CPP_TEST_TARGETS := $(call cpp_guide,$(CPP_BUILDS)) \
  $(CPP_TEST_BUILD)/$(CPP_BEHAVIOUR_BUILD)/behaviour \
  $(CPP_TEST_BUILD)/$(CPP_BEHAVIOUR_BUILD)/production \
  $(CPP_TEST_BUILD)/g++-sanitized/guide $(CPP_TEST_BUILD)/g++-sanitized/behaviour
cpp-test-programs: cpp-test-deps
	@$(MAKE) --no-print-directory -s -j$(CPP_TEST_JOBS) $(CPP_TEST_TARGETS)

cpp-library-test:
	@Tools/check-c-library $(C_LIBRARY)

cpp-guide-test: cpp-test-programs $(VENV)/installed
	@set -e; for build in $(CPP_BUILDS); do echo "== The guide, $$build"; \
	  $(CPP_RUN) '{base}' $(CPP_TEST_BUILD)/$$build/guide --gtest_brief=1; done

cpp-behaviour-test: cpp-test-programs $(VENV)/installed
	@echo '== What it does'
	@$(CPP_RUN) '{base}' $(CPP_TEST_BUILD)/$(CPP_BEHAVIOUR_BUILD)/behaviour --gtest_brief=1 \
	  --gtest_filter='$(CPP_TEST_FILTER)'

# Tests against a production server, and against servers that are not Latchkey or have errors.
cpp-production-test: cpp-test-programs $(VENV)/installed
	@Tools/require-packages $(TLS_PACKAGES)
	@echo '== Over TLS, and where the server is wrong'
	@$(PYTHON) Tests/over_tls.py $(DEBUG_BINARY) -- \
	  $(abspath $(CPP_TEST_BUILD)/$(CPP_BEHAVIOUR_BUILD)/production) --gtest_brief=1

# Detects errors of addresses, leaks and undefined behaviour. The Swift code is not instrumented,
# but its allocations are checked.
CPP_SANITIZED = ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1 \
  UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$(abspath cpp/tests/c/leaks.supp):print_suppressions=0
cpp-sanitized-test: cpp-test-programs $(VENV)/installed
	@echo '== Both under the sanitizers'
	@$(CPP_SANITIZED) $(CPP_RUN) '{base}' $(CPP_TEST_BUILD)/g++-sanitized/guide --gtest_brief=1
	@$(CPP_SANITIZED) $(CPP_RUN) '{base}' $(CPP_TEST_BUILD)/g++-sanitized/behaviour --gtest_brief=1 \
	  --gtest_filter='$(CPP_TEST_FILTER)'

# A short run for errors that the sanitizers cannot detect: the Swift code's own memory accesses.
CPP_VALGRIND := valgrind --quiet --fair-sched=yes --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
  --errors-for-leak-kinds=definite --suppressions=$(abspath cpp/tests/c/valgrind.supp) --num-callers=30
CPP_VALGRIND_FILTER := SignIn.Anonymously:SignIn.WithEmailAndPassword:LinkConflict.*:UserProfileChange.*:\
  Future*.CopiesAreOfOneOperation:FutureTest.CallsBackOnce*:LifetimeTest.AuthGoes*:Listeners.HearOf*:CredentialValue.*
cpp-valgrind-test: cpp-test-programs $(VENV)/installed
	@echo '== Under valgrind'
	@LATCHKEY_TEST_SLOWLY=1 $(CPP_RUN) '{base}' --wrap '$(CPP_VALGRIND)' \
	  $(CPP_TEST_BUILD)/$(CPP_BEHAVIOUR_BUILD)/behaviour --gtest_brief=1 \
	  --gtest_filter='$(subst $() ,,$(CPP_VALGRIND_FILTER))'

# Checks that other programs can use the installed files, with CMake and with pkg-config.
CPP_CONSUMER := $(CPP_TEST_BUILD)/consumer
cpp-consumer-test: cpp-test-deps
	@echo '== Programs that install it'
	@rm -rf $(CPP_CONSUMER)
	@cmake -S cpp/tests/consumer -B $(CPP_CONSUMER)/cmake -DCMAKE_PREFIX_PATH=$(abspath $(CPP_PREFIX)) >/dev/null
	@MAKEFLAGS= cmake --build $(CPP_CONSUMER)/cmake >/dev/null
	@$(CPP_CONSUMER)/cmake/consumer
	@g++ -std=c++14 $(CPP_WARNINGS) cpp/tests/consumer/main.cc -o $(CPP_CONSUMER)/by-pkg-config \
	  $$(PKG_CONFIG_PATH=$(abspath $(CPP_PREFIX))/lib/pkgconfig pkg-config --cflags --libs latchkey-auth)
	@$(CPP_CONSUMER)/by-pkg-config

# The Objective-C SDK over the C interface, with GNUstep. The top Makefile includes this.
#
# `make objc` puts the library and its headers into .build/objc, and `make objc-test` tests it against a development
# server. GCC builds the library. clang builds programs with blocks, among them one test, because GCC does not support
# blocks.

OBJC_PACKAGES := gobjc libgnustep-base-dev
# What `make c-library` makes: lib/liblatchkey_auth.so and include/latchkey_auth.h.
OBJC_C_TARGET ?= c-library
OBJC_C ?= .build-cpp/library
OBJC_BUILD ?= .build/objc
OBJC_PREFIX ?= /usr/local

OBJC_GCC ?= gcc
OBJC_CLANG ?= clang

OBJC_SOURCES := $(wildcard objc/src/*.m)
OBJC_OBJECTS := $(patsubst objc/src/%.m,$(OBJC_BUILD)/objects/%.o,$(OBJC_SOURCES))
OBJC_HEADERS := $(shell find objc/include/ objc/compat/ objc/src/ objc/tests/ -name '*.h')
OBJC_SONAME := libFirebaseAuthObjC.so.0
OBJC_LIBRARY := $(OBJC_BUILD)/lib/$(OBJC_SONAME)

# Runs gnustep-config only if it is installed. GNUstep's own headers cause the last of these warnings.
OBJC_FLAGS = $(shell gnustep-config --objc-flags) -std=gnu11 -Wall -Wextra -Werror -Wno-unused-parameter \
  -Wno-expansion-to-defined -Iobjc/include -I$(OBJC_C)/include
OBJC_LINK = -L$(OBJC_BUILD)/lib -lFirebaseAuthObjC -L$(OBJC_C)/lib -llatchkey_auth \
  -Wl,-rpath,$(abspath $(OBJC_BUILD)/lib) -Wl,-rpath,$(abspath $(OBJC_C)/lib)
OBJC_GNUSTEP_LIBS = $(shell gnustep-config --base-libs)
# Tells clang where GCC's Objective-C headers and runtime are.
OBJC_GCC_DIRECTORY = $(dir $(shell $(OBJC_GCC) -print-libgcc-file-name))
OBJC_CLANG_FLAGS = $(OBJC_FLAGS) -fblocks -Iobjc/compat -idirafter $(OBJC_GCC_DIRECTORY)include
OBJC_CLANG_LIBS = -L$(OBJC_GCC_DIRECTORY) $(OBJC_GNUSTEP_LIBS)

.PHONY: objc
objc: objc-deps $(OBJC_C_TARGET)
	@$(MAKE) --no-print-directory $(OBJC_LIBRARY)

deps: objc-deps

.PHONY: objc-deps
objc-deps:
	@Tools/require-packages $(OBJC_PACKAGES)

$(OBJC_C)/include/latchkey_auth.h:
	@test -e $@ || { echo 'make objc builds the C library first.' >&2; exit 1; }

$(OBJC_BUILD)/objects/%.o: objc/src/%.m $(OBJC_HEADERS) $(OBJC_C)/include/latchkey_auth.h
	@mkdir -p $(dir $@)
	$(CCACHE) $(OBJC_GCC) $(OBJC_FLAGS) -MF $(@:.o=.d) -c $< -o $@

$(OBJC_LIBRARY): $(OBJC_OBJECTS)
	@mkdir -p $(dir $@)
	$(OBJC_GCC) -shared -Wl,-soname,$(OBJC_SONAME) -Wl,-z,defs -Wl,-z,nodelete -o $@ $(OBJC_OBJECTS) \
	  -L$(OBJC_C)/lib -llatchkey_auth $(OBJC_GNUSTEP_LIBS)
	@ln -sf $(OBJC_SONAME) $(OBJC_BUILD)/lib/libFirebaseAuthObjC.so
	@rm -rf $(OBJC_BUILD)/include && cp -R objc/include $(OBJC_BUILD)/include
	@mkdir -p $(OBJC_BUILD)/include/FirebaseCompat && cp -R objc/compat/objc $(OBJC_BUILD)/include/FirebaseCompat/

.PHONY: objc-install
objc-install: objc
	install -d $(DESTDIR)$(OBJC_PREFIX)/lib $(DESTDIR)$(OBJC_PREFIX)/include
	cp -R $(OBJC_BUILD)/include/. $(DESTDIR)$(OBJC_PREFIX)/include/
	cp -P $(OBJC_BUILD)/lib/libFirebaseAuthObjC.so* $(OBJC_C)/lib/liblatchkey_auth.so* $(DESTDIR)$(OBJC_PREFIX)/lib/

# A program plays a person of the provider lab, and goes through the pages of a sign-in in a browser.
OBJC_RUN = PAGE_WALKER=$(abspath objc/tests/walk_pages.py) Tests/with_server.py $(DEBUG_BINARY) --project example --
OBJC_TESTS := $(OBJC_BUILD)/tests
OBJC_GUIDES := $(patsubst objc/tests/%.m,$(OBJC_TESTS)/%.o,$(wildcard objc/tests/guides/*.m))

.PHONY: objc-test
objc-test: build objc
	@$(MAKE) --no-print-directory objc-run-tests

deep-tests: objc-valgrind-test

.PHONY: objc-valgrind-test
objc-valgrind-test: build objc
	@Tools/require-packages valgrind
	@$(MAKE) --no-print-directory $(OBJC_TESTS)/functions.program
	$(OBJC_RUN) valgrind -q --fair-sched=yes --error-exitcode=9 --num-callers=30 --suppressions=objc/tests/valgrind.supp \
	  $(OBJC_TESTS)/functions.program '{base}'

.PHONY: objc-run-tests
objc-run-tests: $(OBJC_TESTS)/guides.program $(OBJC_TESTS)/functions.program
	$(OBJC_CLANG) $(OBJC_CLANG_FLAGS) -include objc/tests/modern_runtime.h -fobjc-arc -fobjc-runtime=gnustep-2.0 \
	  -fsyntax-only objc/tests/snippets.m -MF /dev/null
	$(OBJC_RUN) $(OBJC_TESTS)/guides.program '{base}'
	$(OBJC_RUN) $(OBJC_TESTS)/functions.program '{base}'

$(OBJC_TESTS)/%.o: objc/tests/%.m $(OBJC_HEADERS)
	@mkdir -p $(dir $@)
	$(CCACHE) $(OBJC_GCC) $(OBJC_FLAGS) -MF $(@:.o=.d) -c $< -o $@

$(OBJC_TESTS)/guides/%.o: objc/tests/guides/%.m $(OBJC_HEADERS)
	@mkdir -p $(dir $@)
	$(CCACHE) $(OBJC_CLANG) $(OBJC_CLANG_FLAGS) -fobjc-runtime=gcc -MF $(@:.o=.d) -c $< -o $@

$(OBJC_TESTS)/guides.program: $(OBJC_GUIDES) $(OBJC_TESTS)/support.o $(OBJC_LIBRARY)
	$(OBJC_CLANG) $(filter %.o,$^) -o $@ $(OBJC_LINK) $(OBJC_CLANG_LIBS)

$(OBJC_TESTS)/functions.program: $(OBJC_TESTS)/functions.o $(OBJC_TESTS)/support.o $(OBJC_LIBRARY)
	$(OBJC_GCC) $(filter %.o,$^) -o $@ $(OBJC_LINK) $(OBJC_GNUSTEP_LIBS)

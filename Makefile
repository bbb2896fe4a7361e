# `make` lists what there is to make.

PORT ?= 9099
DATA ?= .latchkey
SWIFT ?= swift

# No debug information: it costs a fifth of the time of a build, and half of what the macros of tests take. Failed tests name
# their lines, and traces of crashes name functions. DEBUG_INFO=dwarf is for debuggers. The flags are the same everywhere, in a
# terminal and in a pipe, so that nothing is built twice.
DEBUG_INFO ?= none
FLAGS := -Xcc -g0 --no-color-diagnostics --disable-index-store -debug-info-format $(DEBUG_INFO) -Xswiftc -use-ld=lld
# What is measured and released needs no Swift where it runs, and does not say in which directory it was built. Symbols would
# name the compiler's caches of C modules, whose names are digests of that directory.
RELEASE_FLAGS := -c release --static-swift-stdlib \
  -Xswiftc -file-prefix-map -Xswiftc '{folder}=.' -Xcc '-ffile-prefix-map={folder}=.' \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
# Dependencies, and what other clones built of the same sources, are not compiled again.
BUILD := SWIFT='$(SWIFT)' Tools/build
BUILD_DEBUG := $(BUILD) debug
BUILD_RELEASE := $(BUILD) release

DEBUG_BINARY := .build/debug/latchkey
TEST_BINARY := .build/debug/latchkeyPackageTests.xctest
RELEASE_BINARY := .build/release/latchkey
DOCS := .build/docs
VENV := .venv-tests
PYTHON := $(VENV)/bin/python
PASSKEYS_VENV := .venv-passkeys
SAML_VENV := .venv-saml
BUILD_PACKAGES := pkg-config libsqlite3-dev libssl-dev libargon2-dev libcrypt-dev libcurl4-openssl-dev libpq-dev libqrencode-dev libxml2-dev zlib1g-dev
TEST_PACKAGES := python3-venv chromium chromium-driver esbuild
BENCH_PACKAGES := wrk openssl
SOURCES := Package.swift Plugins Sources Tests Benchmarks Examples

.PHONY: help
help:
	@echo 'make dev      Build and run the development server (PORT=$(PORT), DATA=$(DATA)).'
	@echo 'make test     Run every test that did not pass with the same inputs here (ALL=1 runs all): Swift, the protocol in'
	@echo '               scenarios, the Admin SDK, the walk in a browser. make smoke-test is its first two minutes.'
	@echo '               One kind: swift-test (SUITES="ServerTests"), tls-test, conformance-test, python-test, emulator-test,'
	@echo '               browser-test, document-test, backends-test, c-test, cpp-test, apple-test.'
	@echo 'make test-deep  Run what make test leaves out for its time: valgrind, more compilers, more random rules.'
	@echo 'make build    Build everything for debugging.'
	@echo 'make reference  Write docs/reference anew: commands, settings, errors, metrics.'
	@echo 'make divergences  Write the table of methods in docs/divergences.md anew.'
	@echo 'make providers-test  Sign in by browser through OpenID and SAML providers of others (PROVIDER=NAME tries one).'
	@echo 'make deploy-test  Check compose.yaml, the Kubernetes manifests and the workflows, and start their configurations.'
	@echo 'make replay   Send the same requests to the program of another commit, and find what differs (BASE=COMMIT).'
	@echo 'make sanitize Run the tests of the SDK and the verifier under the thread sanitizer.'
	@echo 'make fuzz-rules  Send random rules to the parsers (FUZZ_SECONDS=$(FUZZ_SECONDS)).'
	@echo 'make fuzz-passkeys  Send random answers of authenticators to the verification of passkeys (FUZZ_SECONDS=$(FUZZ_SECONDS)).'
	@echo 'make fuzz-saml  Send changed responses of identity providers to the verification of SAML (FUZZ_SECONDS=$(FUZZ_SECONDS)).'
	@echo 'make c-library  Build the SDK for C and all that can call it, $(C_LIBRARY).'
	@echo 'make c-test   Test that: by itself and under AddressSanitizer.'
	@echo 'make cpp      Build the C++ SDK and its example, and install it into $(CPP_PREFIX).'
	@echo 'make cpp-test Test the C++ SDK: the guide, its behaviour, sanitizers.'
	@echo 'make objc     Build the Objective-C SDK with GNUstep; make objc-test tests it, objc-install installs it.'
	@echo 'make release  Build the optimised program, $(RELEASE_BINARY), which needs no Swift where it runs.'
	@echo 'make dist     Make the archive, the Debian package and the list of materials of a release, in $(DIST).'
	@echo 'make dist-test  Install, upgrade and purge them in systems of their own (root, and a released version beside).'
	@echo 'make dist-again  Make them a second time in another directory, and compare the bytes.'
	@echo 'make image    Make a container image of the Debian package, without a daemon, in $(DIST).'
	@echo 'make outdated Say which dependencies have newer versions than those of a release.'
	@echo 'make bench    Measure the optimised program (BENCH_SECONDS=$(BENCH_SECONDS)).'
	@echo 'make cost     Measure what one request costs the optimised program: processor time, mallocs, statements.'
	@echo 'make pictures  Take a picture of each other page of a development server, into $(PICTURES).'
	@echo 'make console-pictures  Take a picture of each page of the console, into $(CONSOLE_PICTURES).'
	@echo 'make docs     Build the documentation of the SDK, $(DOCS). A warning is an error.'
	@echo 'make site     Build the documents as a web site with search, $(SITE).'
	@echo 'make format   Format the Swift code.'
	@echo 'make lint     Check the format of the Swift code, imports, names of types, the changelog, the reference, spelling and prose.'
	@echo 'make deps     Install what this machine lacks for all of the above.'
	@echo 'make clean    Delete what was built. Users in $(DATA) stay.'
	@echo 'make clean-cache  Delete what was built for all clones (LATCHKEY_CACHE, or ~/.cache/latchkey).'

.PHONY: dev
dev: build-deps
	@$(BUILD_DEBUG) --product latchkey -- $(FLAGS)
	@Tools/place-crypto-mb $(dir $(DEBUG_BINARY))
	@exec $(DEBUG_BINARY) dev --port $(PORT) --data '$(DATA)' --accept-unsigned-credentials

.PHONY: sign-in-cli
sign-in-cli: build-deps
	@$(BUILD_DEBUG) --product sign-in-cli -- $(FLAGS)

.PHONY: build
build: build-deps
	@$(BUILD_DEBUG) --build-tests -- $(FLAGS)
	@Tools/place-crypto-mb $(dir $(DEBUG_BINARY))

# The others run two at a time, as most of them wait for one program. The longest begin first.
OTHER_TESTS := browser-test cpp-test c-test objc-test python-test conformance-test document-test backends-test tls-test apple-test emulator-test

# What passed with the same inputs on this machine is named and left out. ALL=1 leaves nothing out.
ALL ?=
PASSED := SWIFT='$(SWIFT)' Tools/passed
.PHONY: test
test: test-packages
	@$(PASSED) begin $(OTHER_TESTS)
	@$(MAKE) --no-print-directory smoke-test
	@suites="$$($(PASSED) others)" && $(MAKE) --no-print-directory swift-test SUITES="$$suites"
	@left="$$($(if $(ALL),echo,$(PASSED) left) $(OTHER_TESTS))" && if [ -n "$$left" ]; then \
	  $(MAKE) --no-print-directory --jobs=2 --output-sync=target $$left && $(PASSED) note $$left; fi
	@$(PASSED) keep
	@echo 'All tests passed.'

# Two minutes for the first failure: the suites that start no server, and the protocol from end to end.
.PHONY: smoke-test
smoke-test: build $(VENV)/installed
	@suites="$$($(PASSED) quick)" && $(MAKE) --no-print-directory swift-test SUITES="$$suites"
	$(CONFORMANCE_SERVER) $(PYTHON) Conformance/run.py '{base}'

# What takes long and seldom finds anything: valgrind, more compilers and standards of C++, more random rules.
# It is left out where it passed with the same inputs, too.
.PHONY: test-deep deep-tests
test-deep:
	@$(PASSED) begin test-deep
	@left="$$($(if $(ALL),echo,$(PASSED) left) test-deep)" && if [ -n "$$left" ]; then \
	  $(MAKE) --no-print-directory deep-tests && $(PASSED) note test-deep; fi
	@$(PASSED) keep

deep-tests: c-valgrind-test cpp-test-deep
	$(MAKE) --no-print-directory swift-test SUITES=SecurityRulesTests TEST_DEEP=1
	@echo 'All deep tests passed.'

# SUITES="ServerTests ConsoleTests" runs some. The SDK's tests drive a browser by what is in the virtual environment.
SUITES ?=
# Suites side by side, and tests of each.
TEST_JOBS ?= 2
TEST_WIDTH ?= 8
.PHONY: swift-test
swift-test: build test-deps $(VENV)/installed
	$(if $(TEST_DEEP),TEST_DEEP=$(TEST_DEEP)) SWIFT='$(SWIFT)' Tools/run-suites $(if $(ALL)$(TEST_DEEP),--all) --jobs $(TEST_JOBS) \
	  --width $(TEST_WIDTH) $(TEST_BINARY) $(SUITES)

# The SDK compiled for Apple's systems, against declarations of their frameworks: half a minute.
.PHONY: apple-test
apple-test: build
	SWIFT='$(SWIFT)' Tests/Apple/run.py $(dir $(DEBUG_BINARY))scratch/debug

# The reference against the program, and what documents tell their reader to type: two minutes.
.PHONY: document-test
document-test: build
	python3 Tools/reference check --program $(DEBUG_BINARY)
	Tools/contain --limit 1200 Tests/run_document.py $(DEBUG_BINARY) docs/operating.md
	Tools/contain --limit 600 Tests/run_document.py --dev $(DEBUG_BINARY) docs/getting-started.md docs/guides/*.md

# The Swift SDK against `latchkey serve` over TLS, whose authority the system trusts in there.
.PHONY: tls-test
tls-test: build $(VENV)/installed
	@Tools/require-packages $(TLS_PACKAGES)
	$(PYTHON) Tests/over_tls.py $(DEBUG_BINARY) -- $(TEST_BINARY) --testing-library swift-testing --filter OverTLSTests

# Writes docs/reference anew.
.PHONY: reference
reference: build
	python3 Tools/reference write --program $(DEBUG_BINARY)

.PHONY: python-test
python-test: build $(VENV)/installed $(PASSKEYS_VENV)/installed $(SAML_VENV)/installed
	$(PYTHON) Tools/replay/test_compare.py
	Tests/with_server.py $(DEBUG_BINARY) -- $(PYTHON) Tests/Python/verify_tokens.py '{base}'
	Tests/with_server.py $(DEBUG_BINARY) -- $(PASSKEYS_VENV)/bin/python Tests/Python/passkeys.py '{base}'
	@if Tools/require-packages $(SAML_PACKAGES); then \
	  Tests/with_server.py $(DEBUG_BINARY) --project example -- \
	    $(SAML_VENV)/bin/python -W ignore Tests/Python/saml_peers.py '{base}' example; \
	else echo 'xmlsec1 cannot be installed: SAML will not be tried with pysaml2, which signs by it.'; fi
	Tests/with_server.py $(DEBUG_BINARY) --project example -- sh -c \
	  '$(DEBUG_BINARY) project service-account create example admin-sdk --data {data} --server {base} \
	    --output {data}/admin-sdk.json && $(PYTHON) Tests/Python/admin_sdk.py {base} example {data}/admin-sdk.json'
	@Tools/require-packages faketime || echo 'faketime cannot be installed: expired tokens will not be tried.'
	Tools/contain --limit 600 $(PYTHON) Tests/Python/latchkey_admin_package.py $(DEBUG_BINARY)

# Implementations of WebAuthn, which want an older package for cryptography than the other tests do.
$(PASSKEYS_VENV)/installed: Tests/requirements-passkeys.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(PASSKEYS_VENV)
	$(PASSKEYS_VENV)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

# An identity provider of SAML, which wants packages of its own.
$(SAML_VENV)/installed: Tests/requirements-saml.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(SAML_VENV)
	$(SAML_VENV)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

# The recipes of Examples/backends, each against a server for real users: a minute. A recipe whose packages cannot be
# installed is left out. BACKEND=Go tries one.
.PHONY: backends-test
backends-test: build $(VENV)/installed
	@Tools/require-packages --idle $(BACKENDS_PACKAGES) || for package in $(BACKENDS_PACKAGES); do \
	  Tools/require-packages --idle $$package || echo "$$package cannot be installed: what needs it will not be tried."; done
	Tools/contain --limit 900 $(PYTHON) Tests/Backends/run.py $(DEBUG_BINARY) $(if $(BACKEND),--only '$(BACKEND)')
	$(if $(BACKEND),,Tools/contain --limit 300 $(PYTHON) Tests/Backends/cookie_session.py $(DEBUG_BINARY))

# A Firebase project's own tests, with its firebase.json and its exported users, in the emulator's place.
IN_EMULATOR_PROJECT = cd Tests/Emulator && PYTHONPATH=../Browser $(CURDIR)/$(DEBUG_BINARY) exec --import seed
.PHONY: emulator-test
emulator-test: build test-deps $(VENV)/installed
	$(IN_EMULATOR_PROJECT) -- $(CURDIR)/$(PYTHON) -m unittest
	@if command -v node >/dev/null; then $(IN_EMULATOR_PROJECT) "node check_token.mjs"; \
	else echo 'Node is not installed: tokens were not checked as its Admin SDK checks them.'; fi

# The scenarios, the table of methods, and random requests. FUZZ_REQUESTS=100000 makes a longer run.
FUZZ_REQUESTS ?= 4000
CONFORMANCE_SERVER = Tests/with_server.py $(DEBUG_BINARY) --project example --
.PHONY: conformance-test
conformance-test: build $(VENV)/installed
	$(CONFORMANCE_SERVER) $(PYTHON) Conformance/run.py '{base}'
	@if Tests/private-postgresql --programs >/dev/null 2>&1; then echo 'The same on PostgreSQL:' && \
	  Tests/private-postgresql Tests/with_server.py $(DEBUG_BINARY) --project example --database '{postgresql}' -- \
	    $(PYTHON) Conformance/run.py '{base}'; \
	else echo 'PostgreSQL is not installed: the scenarios were not run on it.'; fi
	$(CONFORMANCE_SERVER) $(PYTHON) Conformance/coverage.py '{base}' --check docs/divergences.md
	$(CONFORMANCE_SERVER) $(PYTHON) Conformance/fuzz.py '{base}' --requests $(FUZZ_REQUESTS)

# Writes the table of methods anew.
.PHONY: divergences
divergences: build $(VENV)/installed
	$(CONFORMANCE_SERVER) $(PYTHON) Conformance/coverage.py '{base}' --write docs/divergences.md

.PHONY: browser-test
browser-test: build test-deps $(VENV)/installed
	Tests/with_server.py $(DEBUG_BINARY) -- $(PYTHON) Tests/Browser/walk.py '{base}' --secure '{secure}' \
	  --sign-in-cli .build/debug/sign-in-cli
	@if command -v node >/dev/null; then Tests/with_server.py $(DEBUG_BINARY) -- node Tests/Browser/client_script.mjs '{base}'; \
	else echo 'Node is not installed: the scripts of useLatchkey were not tried outside of browsers.'; fi
	PYTHONPATH=Tests:Tests/Browser Tests/with_server.py $(DEBUG_BINARY) -- \
	  $(PYTHON) -m console.walk '{base}' --program $(DEBUG_BINARY)
	PYTHONPATH=Tests:Tests/Browser Tests/with_server.py $(DEBUG_BINARY) -- \
	  $(PYTHON) -m production.walk '{base}' --program $(DEBUG_BINARY)

# Pictures of the development server's pages, for somebody to look at.
PICTURES ?= .build/pictures
.PHONY: pictures
pictures: build test-deps $(VENV)/installed
	Tests/with_server.py $(DEBUG_BINARY) -- $(PYTHON) Tests/Browser/pictures.py '{base}' '$(PICTURES)'
	@echo 'Look at $(PICTURES).'

# The same of the console.
CONSOLE_PICTURES ?= .build/console-pictures
.PHONY: console-pictures
console-pictures: build test-deps $(VENV)/installed
	PYTHONPATH=Tests/Browser Tests/with_server.py $(DEBUG_BINARY) -- \
	  $(PYTHON) -m console.screenshots '{base}' '$(CONSOLE_PICTURES)'
	@echo 'Look at $(CONSOLE_PICTURES).'

# Sign-ins by browser through OpenID and SAML providers that somebody else wrote. They come from PyPI, into a virtual
# environment of their own, and from Debian, and are no part of `make test`. PROVIDER=canaille tries one.
PROVIDERS_VENV := .venv-providers
PROVIDERS_PACKAGES := glewlwyd dbconfig-sqlite3 lemonldap-ng-fastcgi-server liblemonldap-ng-handler-perl \
  liblemonldap-ng-portal-perl starman libgd-securityimage-perl libimage-magick-perl libstring-random-perl libio-string-perl
# SimpleSAMLphp's package is unpacked and not installed: it would bring a web server.
SIMPLESAMLPHP := $(CURDIR)/.build-simplesamlphp
.PHONY: providers-test
providers-test: build test-deps $(PROVIDERS_VENV)/installed
	@Tools/require-packages --idle $(PROVIDERS_PACKAGES)
	@Tools/require-packages --idle php-cli php-xml php-mbstring && \
	  Tests/Providers/unpack-package simplesamlphp $(SIMPLESAMLPHP) || \
	  echo 'SimpleSAMLphp cannot be had: it will not be tried.'
	PYTHONPATH=Tests/Browser SIMPLESAMLPHP=$(SIMPLESAMLPHP) Tests/with_server.py $(DEBUG_BINARY) --project example -- \
	  $(PROVIDERS_VENV)/bin/python Tests/Providers/run.py '{base}' $(if $(PROVIDER),--only '$(PROVIDER)')

$(PROVIDERS_VENV)/installed: Tests/Providers/requirements.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(PROVIDERS_VENV)
	$(PROVIDERS_VENV)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

# What deploys Latchkey. It takes half a minute, most of it for what it installs, and is no part of `make test`.
DEPLOY_VENV := .venv-deploy
.PHONY: deploy-test
deploy-test: build test-deps $(DEPLOY_VENV)/installed
	@Tools/require-packages --idle caddy || echo 'Caddy cannot be installed: the proxy will not be tried.'
	Tools/contain --limit 600 $(DEPLOY_VENV)/bin/python Tools/check-deploy $(DEBUG_BINARY)

$(DEPLOY_VENV)/installed: Tests/requirements-deploy.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(DEPLOY_VENV)
	$(DEPLOY_VENV)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

# Against the parent commit, or against HEAD where the tree has changes. The first program of another commit takes as long as a
# first build. BASE_PROGRAM=PATH names one that is there;
# REPLAY="--only '^accounts/3$' --traces .build-replay/traces" and so on is for whoever looks for a reason.
BASE ?=
REPLAY ?=
.PHONY: replay
replay: build-deps $(VENV)/installed
	@Tools/require-packages gcc
	@$(BUILD_DEBUG) --product latchkey -- $(FLAGS)
	SWIFT='$(SWIFT)' FLAGS='$(FLAGS)' $(PYTHON) Tools/replay $(DEBUG_BINARY) --keep \
	  $(if $(BASE_PROGRAM),--base-program '$(BASE_PROGRAM)',$(if $(BASE),--base '$(BASE)')) $(REPLAY)

# A build of its own, of everything: the SDK's tests have the server in their process. The first takes ten minutes.
SANITIZED := .build/sanitized
SANITIZED_TESTS ?= LatchkeyAuthTests LatchkeyVerifierTests
.PHONY: sanitize
sanitize: build-deps
	@$(BUILD) $(notdir $(SANITIZED)) --build-tests -- $(FLAGS) --sanitize=thread -debug-info-format dwarf
	SWIFT='$(SWIFT)' Tools/sanitize $(SANITIZED) $(SANITIZED_TESTS)

# The SDK for other languages: a shared library and its header. The first build takes three minutes.
C_LIBRARY := .build-cpp/library
.PHONY: c-library
c-library: build-deps
	SWIFT='$(SWIFT)' Tools/build-c-library $(C_LIBRARY)

.PHONY: c-test
c-test: build c-library
	@Tools/require-packages gcc
	Tests/with_server.py $(DEBUG_BINARY) --project example -- Tools/test-c-library $(C_LIBRARY) '{base}'

.PHONY: c-valgrind-test
c-valgrind-test: build c-library
	@Tools/require-packages gcc valgrind
	Tests/with_server.py $(DEBUG_BINARY) --project example -- Tools/test-c-library $(C_LIBRARY) '{base}' valgrind

.PHONY: fuzz-rules
FUZZ_SECONDS ?= 600
fuzz-rules: swift-there
	Tools/fuzz-rules $(FUZZ_SECONDS)

.PHONY: fuzz-passkeys
fuzz-passkeys: swift-there
	Tools/fuzz-passkeys $(FUZZ_SECONDS)

.PHONY: fuzz-saml
fuzz-saml: swift-there
	Tools/fuzz-saml $(FUZZ_SECONDS)

include cpp/library.mk
include cpp/tests.mk

.PHONY: release
release: build-deps
	@Tools/require-packages binutils
	@$(BUILD_RELEASE) --product latchkey -- $(RELEASE_FLAGS)
	@Tools/release-program $(RELEASE_BINARY)
	@Tools/place-crypto-mb $(dir $(RELEASE_BINARY))

include Tools/dist/dist.mk

# docs/performance.md says how to read what it prints. The same stands in .build/bench-*.json.
BENCHMARKS := .build/release/latchkey-benchmarks
BENCH_SECONDS ?= 5
BENCH_HTTP := http $(RELEASE_BINARY) --seconds $(BENCH_SECONDS)
.PHONY: bench
bench: release bench-deps
	@$(BUILD_RELEASE) --product latchkey-benchmarks -- $(RELEASE_FLAGS)
	$(BENCHMARKS) tokens
	$(BENCHMARKS) passkeys
	$(BENCHMARKS) saml
	$(BENCHMARKS) rules
	$(BENCHMARKS) startup $(RELEASE_BINARY)
	$(BENCHMARKS) console $(RELEASE_BINARY)
	$(BENCHMARKS) $(BENCH_HTTP) --json .build/bench-sqlite.json
	@if Tests/private-postgresql --programs >/dev/null 2>&1; then echo 'The same on PostgreSQL:' && \
	  Tests/private-postgresql $(BENCHMARKS) $(BENCH_HTTP) --database '{postgresql}' \
	    --compare .build/bench-sqlite.json --json .build/bench-postgresql.json; \
	else echo 'PostgreSQL is not installed: nothing was measured on it.'; fi

# Figures of one run stand in .build/cost-sqlite.json; COMPARE=FILE sets those of another beside them.
COST_COUNTERS := .build/cost-counters.so
COMPARE ?=
.PHONY: cost
cost: release bench-deps
	@Tools/require-packages gcc
	@$(BUILD_RELEASE) --product latchkey-benchmarks -- $(RELEASE_FLAGS)
	gcc -std=c11 -O2 -Wall -Wextra -Werror -fPIC -shared -o $(COST_COUNTERS) Tools/cost/counters.c -ldl
	$(BENCHMARKS) cost $(RELEASE_BINARY) --counters $(COST_COUNTERS) --json .build/cost-sqlite.json \
	  $(if $(COMPARE),--compare '$(COMPARE)')

.PHONY: docs
docs: swift-there
	@$(BUILD_DEBUG) --target LatchkeyAuth -- $(FLAGS)
	SWIFT='$(SWIFT)' Tools/build-docs LatchkeyAuth .build/debug $(DOCS)/LatchkeyAuth.doccarchive SecureRandom

# The documents as a web site with search. A link that leads nowhere is an error.
SITE := .build/site
SITE_VENV := .venv-site
.PHONY: site
site: $(SITE_VENV)/installed
	NO_MKDOCS_2_WARNING=1 $(SITE_VENV)/bin/mkdocs build -f Tools/site/mkdocs.yml
	@echo 'The site begins at $(SITE)/index.html.'

$(SITE_VENV)/installed: Tools/site/requirements.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(SITE_VENV)
	$(SITE_VENV)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

# The Objective-C SDK, with GNUstep.
include objc/objc.mk

.PHONY: format
format: swift-there
	$(SWIFT) format -i -r $(SOURCES)

# Tests have mistakes on purpose, and other languages have words of their own.
LINT_VENV := .venv-lint
SPELLED = { git ls-files -z -- '*.md' Makefile Sources Examples Tools clients cpp deploy objc \
  ':!*.json' ':!*.tutorial' ':!Tools/dist/licenses' ':!Tools/spelling-words.txt' ':!Sources/Passwords/CommonPasswords.swift' && \
  git ls-files -z -- '*.en.json'; }
.PHONY: lint
lint: swift-there $(LINT_VENV)/installed
	$(SWIFT) format lint -s -r $(SOURCES)
	SWIFT='$(SWIFT)' Tools/check-imports
	Tools/check-type-names
	Tools/check-changelog
	python3 Tools/reference check
	Tools/check-prose
	$(SPELLED) | xargs -0 $(LINT_VENV)/bin/codespell -I Tools/spelling-words.txt

$(LINT_VENV)/installed: Tools/requirements-lint.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(LINT_VENV)
	$(LINT_VENV)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

.PHONY: clean
clean:
	rm -rf .build .build-tools .build-cpp .build-dist .build-previous .build-again $(VENV) $(PROVIDERS_VENV) $(DEPLOY_VENV) \
	  $(PASSKEYS_VENV) $(SAML_VENV) $(LINT_VENV) $(SITE_VENV) $(SIMPLESAMLPHP) \
	  $(DIST_VENV)

# What all clones of this machine share.
.PHONY: clean-cache
clean-cache:
	Tools/build clean

.PHONY: deps
deps: build-deps test-deps bench-deps cpp-deps cpp-test-deps $(VENV)/installed

.PHONY: build-deps
build-deps: swift-there
	@Tools/require-packages $(BUILD_PACKAGES)

.PHONY: test-deps
test-deps:
	@Tools/require-packages $(TEST_PACKAGES)
	@Tools/require-packages postgresql || echo 'PostgreSQL cannot be installed: what needs it will not be tested.'

# Further packages of single targets. A target says what it leaves out where one is missing.
TLS_PACKAGES := util-linux ca-certificates
SAML_PACKAGES := xmlsec1 openssl
BACKENDS_PACKAGES := faketime node-jose golang-go golang-github-golang-jwt-jwt-dev nginx apache2 libapache2-mod-auth-openidc
.PHONY: test-packages
test-packages: build-deps test-deps cpp-deps cpp-test-deps objc-deps
	@Tools/require-packages gcc $(TLS_PACKAGES) $(SAML_PACKAGES) || true
	@Tools/require-packages --idle $(BACKENDS_PACKAGES) || true

.PHONY: bench-deps
bench-deps:
	@Tools/require-packages $(BENCH_PACKAGES)
	@Tools/require-packages postgresql || echo 'PostgreSQL cannot be installed: nothing will be measured on it.'

.PHONY: swift-there
swift-there:
	@command -v $(SWIFT) >/dev/null || { \
	  echo 'Swift 6.1 or newer is needed, and "$(SWIFT)" is not on the PATH.' >&2; \
	  echo 'Install it from https://www.swift.org/install/linux/, or name it: make dev SWIFT=/path/to/swift' >&2; \
	  exit 1; }

$(VENV)/installed: Tests/requirements.txt Tests/requirements-web-sdk.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install -q --disable-pip-version-check -r Tests/requirements.txt
	$(PYTHON) -m pip install -q --disable-pip-version-check --no-deps -r Tests/requirements-web-sdk.txt
	@touch $@

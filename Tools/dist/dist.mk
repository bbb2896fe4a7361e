# What others install: make dist, dist-test, dist-again, image, outdated.

DIST := .build/dist
DIST_LIBRARY := .build-tools/crypto_mb/libcrypto_mb.so
# What makes packages, and what makes systems to try them in.
DIST_PACKAGES := binutils dpkg-dev xz-utils
DIST_TEST_PACKAGES := mmdebstrap curl man-db
IMAGE_PACKAGES := mmdebstrap umoci skopeo

# Who looks after the Debian package, as dpkg says: NAME <ADDRESS>.
MAINTAINER ?=
export MAINTAINER
.PHONY: dist
dist: dist-packages release
	@Tools/dependencies check
	@Tools/place-crypto-mb --always
	rm -rf $(DIST)/*
	SWIFT='$(SWIFT)' python3 Tools/dist $(RELEASE_BINARY) --output $(DIST) --maintainer "$$MAINTAINER" \
	  $$([ ! -f $(DIST_LIBRARY) ] || echo --library $(DIST_LIBRARY))

# A second build of the same commit, in another directory, has to give the same bytes. It takes as long as a first build.
.PHONY: dist-again
dist-again: dist
	SWIFT='$(SWIFT)' Tools/dist/build-again $(DIST)

.PHONY: dist-packages
dist-packages:
	@Tools/require-packages $(DIST_PACKAGES)

.PHONY: outdated
outdated: swift-there
	@Tools/dependencies outdated

DIST_VENV := .venv-dist
$(DIST_VENV)/installed: Tests/requirements-dist.txt
	@Tools/require-packages python3-venv
	python3 -m venv $(DIST_VENV)
	$(DIST_VENV)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

# A version that was released before, which this one comes after: a directory with its .deb. Without one it is built of
# the commit that Tools/dist/released.tsv names, which takes as long as a first build.
PREVIOUS ?= .build-previous/dist
.PHONY: dist-test
dist-test: dist $(DIST_VENV)/installed
	@Tools/require-packages $(DIST_TEST_PACKAGES)
	@Tools/require-packages postgresql
	SWIFT='$(SWIFT)' Tools/dist/build-previous $(PREVIOUS)
	$(DIST_VENV)/bin/python Tests/Distribution/run.py --dist $(DIST) --previous $(PREVIOUS) $(if $(ONLY),--only '$(ONLY)')

.PHONY: image
image: dist
	@Tools/require-packages $(IMAGE_PACKAGES)
	Tools/dist/build-image $(DIST)

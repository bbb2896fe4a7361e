# The C++ SDK: `make cpp`. The top Makefile includes this.

# The installation directory: headers, libraries, and the files for CMake and pkg-config.
CPP_PREFIX := .build-cpp/prefix
CPP_BUILD := .build-cpp/cmake
CPP_EXAMPLE := .build-cpp/cpp-signin
CPP_PACKAGES := cmake g++ pkg-config

.PHONY: cpp
cpp: cpp-library
	cmake -S Examples/cpp-signin -B $(CPP_EXAMPLE) -DCMAKE_PREFIX_PATH=$(abspath $(CPP_PREFIX)) >/dev/null
	cmake --build $(CPP_EXAMPLE)
	@echo 'The SDK is in $(CPP_PREFIX), the example is $(CPP_EXAMPLE)/cpp-signin.'

.PHONY: cpp-library
cpp-library: c-library cpp-deps
	cmake -S cpp -B $(CPP_BUILD) -DLATCHKEY_LIBRARY_DIR=$(abspath $(C_LIBRARY)) \
	  -DLATCHKEY_WARNINGS_ARE_ERRORS=ON $(addprefix -DCMAKE_CXX_COMPILER_LAUNCHER=,$(CCACHE)) -DCMAKE_INSTALL_PREFIX=$(abspath $(CPP_PREFIX)) \
	  -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
	cmake --build $(CPP_BUILD) --parallel
	cmake --install $(CPP_BUILD) >/dev/null

.PHONY: cpp-deps
cpp-deps:
	@Tools/require-packages $(CPP_PACKAGES)

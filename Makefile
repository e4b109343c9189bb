# SPDX-License-Identifier: BSD-3-Clause
# For fingers that type make: everything is done by ./run.
.PHONY: all build test demo bench install clean
all: build
build test demo bench clean:
	@./run $@
install:
	@./run install $(PREFIX)

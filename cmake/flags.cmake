# SPDX-License-Identifier: BSD-3-Clause
# Compiler flags that hold for everything that is ours: warnings, sanitizers, coverage; and
# lacon_harden(target) for what reads strangers' files. Optimisation is the build type's
# (Release: -O3); what the library adds to it stands in src/CMakeLists.txt.

set(warnings -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2
    -Wpointer-arith -Wwrite-strings -Wundef)
if(LACON_WERROR)
    list(APPEND warnings -Werror)
    # What gcc infers from the flow of values is often wrong between a sanitizer's checks, and differs from version to
    # version (its manual advises against -Werror there): said, but no error.
    if(LACON_SANITIZE AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        foreach(guess maybe-uninitialized format-truncation format-overflow stringop-overflow stringop-overread
            stringop-truncation array-bounds)
            list(APPEND warnings -Wno-error=${guess})
        endforeach()
    endif()
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:C>:${warnings}>")

# -O1: readable traces at a bearable speed. Undefined behaviour ends the program, so that no test can
# pass over it.
if(LACON_SANITIZE)
    add_compile_options(-O1 -g -fno-omit-frame-pointer -fsanitize=${LACON_SANITIZE}
        -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${LACON_SANITIZE})
    # gcc 13 keeps variables in a stack of its own to see uses after a return, and forgets to align vectors of 64 bytes
    # there (13.2 of Ubuntu 24.04; eight lines show it): a program that is right crashes.
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION MATCHES "^13\\.")
        add_compile_options(--param=asan-use-after-return=0)
    endif()
endif()
if(LACON_COVERAGE)
    add_compile_options(-O0 -g --coverage)
    add_link_options(--coverage)
endif()

# Canaries, checked libc calls, marked jump targets (CET, BTI), position independence, read-only relocations bound
# at the start. Sanitizers bring their own checks, and FORTIFY needs an optimised build.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(jump_targets -fcf-protection=full)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(jump_targets -mbranch-protection=standard)
endif()
# No RUNPATH: CMake leaves room in it with an empty element, and that one is the current folder.
function(lacon_harden target)
    set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
    if(LACON_SANITIZE OR LACON_COVERAGE)
        return()
    endif()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fstack-protector-strong -fstack-clash-protection ${jump_targets}
        $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
    get_target_property(type ${target} TYPE)
    target_link_options(${target} PRIVATE $<$<STREQUAL:${type},EXECUTABLE>:-pie>
        -Wl,-z,relro,-z,now,-z,noexecstack)
endfunction()

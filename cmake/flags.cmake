# SPDX-License-Identifier: BSD-3-Clause
# Compiler flags that hold for everything that is ours: warnings, sanitizers, coverage; and
# lacon_harden(target) for programs that read strangers' files. Optimisation is the build type's
# (Release: -O3); what the library adds to it stands in src/CMakeLists.txt.

set(warnings -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2
    -Wpointer-arith -Wwrite-strings -Wundef)
if(LACON_WERROR)
    list(APPEND warnings -Werror)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:C>:${warnings}>")

# -O1: readable traces at a bearable speed. Undefined behaviour ends the program, so that no test can
# pass over it.
if(LACON_SANITIZE)
    add_compile_options(-O1 -g -fno-omit-frame-pointer -fsanitize=${LACON_SANITIZE}
        -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${LACON_SANITIZE})
endif()
if(LACON_COVERAGE)
    add_compile_options(-O0 -g --coverage)
    add_link_options(--coverage)
endif()

# Canaries, checked libc calls, position independence and read-only relocations. Sanitizers bring
# their own checks, and FORTIFY needs an optimised build.
function(lacon_harden target)
    if(LACON_SANITIZE OR LACON_COVERAGE)
        return()
    endif()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fstack-protector-strong
        $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
    target_link_options(${target} PRIVATE -pie -Wl,-z,relro,-z,now,-z,noexecstack)
endfunction()

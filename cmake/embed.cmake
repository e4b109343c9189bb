# SPDX-License-Identifier: BSD-3-Clause
# The built page script and style (report/dist, made by `./run report-bundle`) as arrays of bytes, so that
# neither building nor using lacon needs Node. Run as a script:
#   cmake -DFROM=report/dist -DTO=assets.c -P cmake/embed.cmake
set(code "/* The bundle of report/dist; made by cmake/embed.cmake. */\n#include <stddef.h>\n")
foreach(part script:report.js space:space.js style:report.css)
    string(REPLACE ":" ";" part ${part})
    list(GET part 0 name)
    list(GET part 1 file)
    file(READ ${FROM}/${file} bytes HEX)
    string(LENGTH "${bytes}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND code "extern const unsigned char lcn_report_${name}[];\n"
        "extern const size_t lcn_report_${name}_size;\n"
        "const unsigned char lcn_report_${name}[] = {${bytes}};\n"
        "const size_t lcn_report_${name}_size = ${size};\n")
endforeach()
file(WRITE ${TO} "${code}")

# SPDX-License-Identifier: BSD-3-Clause
# Debian packages of what cmake/install.cmake installs (`./run deb`): lacon, the command and its manual, with the
# library in it; liblacon0; liblacon-dev. tests/deb holds them against lintian and installs them.
if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL command library development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Whoever makes a package answers for it, as with Debian's own tools.
set(maintainer $ENV{DEBFULLNAME})
set(address $ENV{DEBEMAIL})
if(NOT maintainer OR NOT address)
    set(maintainer "the lacon developers")
    set(address lacon@packages.invalid)
endif()
set(CPACK_PACKAGE_CONTACT "${maintainer} <${address}>")

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "modules of variables shared by several classes of data")
set(about "The covariance of each class (a subject, a school, a year) is that of a few
modules of variables, which all classes share, and noise.")
# package(COMPONENT NAME SECTION CONTENTS): its description, and the documents each package must have:
# copyright, a change log in Debian's form.
macro(package component name section contents)
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
    set(CPACK_DEBIAN_${upper}_DESCRIPTION "${about}\n${contents}")
    set(papers ${PROJECT_BINARY_DIR}/package/${name})
    configure_file(LICENSE ${papers}/copyright COPYONLY)
    string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # heeds SOURCE_DATE_EPOCH
    file(WRITE ${papers}/changelog "lacon (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * CHANGELOG.md has the \
changes.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
    install(FILES ${papers}/copyright ${papers}/changelog
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
    pack(${component} ${CMAKE_INSTALL_DATADIR}/doc/${name}/changelog)
endmacro()
# pack(COMPONENT PATTERN): these files of the installed copy with gzip, without name and date.
function(pack component pattern)
    install(CODE "file(GLOB files \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${pattern}\")
        execute_process(COMMAND gzip -9nf \${files} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
endfunction()

package(command lacon science "This package has the command, with its manual.")
pack(command ${CMAKE_INSTALL_MANDIR}/man1/*.1)
set(runtime liblacon${PROJECT_VERSION_MAJOR})
package(library ${runtime} libs "This package has the shared library.")
package(development liblacon-dev libdevel
    "This package has headers, the static library, and files for pkg-config and\nCMake.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${runtime} (= ${PROJECT_VERSION})")

# Which package has the soname, and that dpkg must tell the loader of it.
set(control ${PROJECT_BINARY_DIR}/package/control)
file(WRITE ${control}/shlibs "liblacon ${PROJECT_VERSION_MAJOR} ${runtime} (>= ${PROJECT_VERSION})\n")
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${control}/shlibs ${control}/triggers)
include(CPack)

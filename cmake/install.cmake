# SPDX-License-Identifier: BSD-3-Clause
# What `./run install` puts under the prefix: headers, both libraries, the command, lacon.pc for
# pkg-config and a CMake package. tests/install builds a program against such a copy both ways. Components are the
# packages of cmake/package.cmake.
#
#   find_package(lacon)                    gives lacon::lacon (shared)
#   find_package(lacon COMPONENTS static)  gives lacon::static too; needs what the library links to
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lacon)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(TARGETS lacon RUNTIME COMPONENT command)
install(TARGETS lacon_shared EXPORT lacon-shared
    LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS lacon_static EXPORT lacon-static ARCHIVE)
install(DIRECTORY include/lacon ${PROJECT_BINARY_DIR}/include/lacon
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT lacon-shared NAMESPACE lacon:: DESTINATION ${package_dir})
install(EXPORT lacon-static NAMESPACE lacon:: DESTINATION ${package_dir})

configure_package_config_file(cmake/lacon-config.cmake.in ${PROJECT_BINARY_DIR}/lacon-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lacon-config-version.cmake
    COMPATIBILITY SameMinorVersion) # before 1.0 a minor release may change the interface
install(FILES ${PROJECT_BINARY_DIR}/lacon-config.cmake
    ${PROJECT_BINARY_DIR}/lacon-config-version.cmake DESTINATION ${package_dir})

# The prefix is the one of the moment of installing, which `cmake --install --prefix` may change; so
# lacon.pc finds it from where it lies.
file(RELATIVE_PATH PC_TO_PREFIX
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
# Named one by one, not as Requires.private: openblas.pc asks static linkers for a Fortran runtime,
# which whoever links liblacon.a with the shared OpenBLAS does not need.
list(JOIN OPENBLAS_LDFLAGS " " PC_LIBS_PRIVATE)
list(JOIN HDF5_LDFLAGS " " hdf5_libs) # Debian keeps it in a folder of its own
string(APPEND PC_LIBS_PRIVATE " -llapacke -ljansson -lmatio ${hdf5_libs} -lexpat -lz")
configure_file(cmake/lacon.pc.in ${PROJECT_BINARY_DIR}/lacon.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lacon.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT command)
include(cmake/package.cmake)

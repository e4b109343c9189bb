# SPDX-License-Identifier: BSD-3-Clause
# Manual pages and shell completion, written by the command itself from its own tables: one page per
# cli/commands/cmd_NAME.c, and lacon.1 for the whole.
set(manual_dir ${PROJECT_BINARY_DIR}/manual)
set(manual_pages)

# manual_file(FILE ARGUMENT...): what `lacon help ARGUMENT...` prints.
function(manual_file file)
    add_custom_command(OUTPUT ${manual_dir}/${file}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${manual_dir}
        COMMAND lacon help ${ARGN} > ${manual_dir}/${file}
        DEPENDS lacon VERBATIM)
endfunction()

file(GLOB command_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/commands/cmd_*.c)
manual_file(lacon.1 --man)
manual_file(lacon.bash --completion)
list(APPEND manual_pages ${manual_dir}/lacon.1)
foreach(source ${command_sources})
    get_filename_component(command ${source} NAME_WE)
    string(REPLACE cmd_ "" command ${command})
    manual_file(lacon-${command}.1 --man ${command})
    list(APPEND manual_pages ${manual_dir}/lacon-${command}.1)
endforeach()
add_custom_target(manual ALL DEPENDS ${manual_pages} ${manual_dir}/lacon.bash)

install(FILES ${manual_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${manual_dir}/lacon.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lacon
    COMPONENT command)

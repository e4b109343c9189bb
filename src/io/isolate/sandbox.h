/* SPDX-License-Identifier: BSD-3-Clause
 * What a child that reads a stranger's file (isolate.h) may ask of the system: memory, time, the files
 * it has open. No network, no other program, no other process, no device, nothing written but the pipe;
 * until the door is shut files may be opened to read, where the system has Landlock none but those named.
 * Linux on x86-64 and aarch64; elsewhere, and where the system has no seccomp, the limits of isolate.c are
 * all there is, and the parent is told so.
 */
#ifndef LCN_SANDBOX_H
#define LCN_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All for the rest of the process. False: the system does not do it. */
bool lcn_sandbox_begin(void);
/* Before the others: of all files only these (open, of any kind; -1 is skipped) can be opened again, to be read. */
bool lcn_sandbox_files(const int *fds, size_t count);
bool lcn_sandbox_shut(void);
/* Who asks for more memory than this in one piece gets SIGSYS: refused, it would take the system to have none. */
bool lcn_sandbox_memory(uint64_t most);

#endif

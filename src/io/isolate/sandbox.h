/* SPDX-License-Identifier: BSD-3-Clause
 * What a child that reads a stranger's file (isolate.h) may ask of the system: memory, time, the files
 * it has open. No network, no other program, no other process, nothing written but the pipe; files
 * opened to read until the door is shut. Linux on x86-64 and aarch64; elsewhere, and where the system
 * has no seccomp, nothing happens and the limits of isolate.c are all there is.
 */
#ifndef LCN_SANDBOX_H
#define LCN_SANDBOX_H

#include <stdbool.h>

/* Both for the rest of the process. False: the system does not do it. */
bool lcn_sandbox_begin(void);
bool lcn_sandbox_shut(void);

#endif

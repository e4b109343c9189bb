/* SPDX-License-Identifier: BSD-3-Clause
 * LACON_API marks what the shared library exports; everything else is hidden. */
#ifndef LACON_EXPORT_H
#define LACON_EXPORT_H

#if defined(__GNUC__)
#define LACON_API __attribute__((visibility("default")))
#else
#define LACON_API
#endif

#endif

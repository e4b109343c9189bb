/* SPDX-License-Identifier: BSD-3-Clause
 * Names a file that is gone (gone.c) and one that is here (lost.c); tools/check_style must find the first.
 */

/* SPDX-License-Identifier: BSD-3-Clause
 * tools/check_style must find the second constant, which says nothing of why.
 */
static const double SMALL = 1e-6; /* relative */

int bare(double x);
int bare(double x) { return x > SMALL && x < 1e9; }

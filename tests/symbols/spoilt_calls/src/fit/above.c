/* SPDX-License-Identifier: BSD-3-Clause
 * What below.c calls. */
int lcn_above(void);

int lcn_above(void)
{
    return 1;
}

/* SPDX-License-Identifier: BSD-3-Clause
 * Calls a function of a folder it may not see, without an include line: what the symbols give away. */
int lcn_above(void);
int lcn_below(void);

int lcn_below(void)
{
    return lcn_above();
}

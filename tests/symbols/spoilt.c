/* SPDX-License-Identifier: BSD-3-Clause
 * Everything check.sh is there to find, in one small library. */
#include <locale.h>

static int counter;
int lacon_spoilt(void);
void spoilt(void);

int lacon_spoilt(void)
{
    setlocale(LC_ALL, "");
    return counter++;
}

void spoilt(void)
{
    counter = 0;
}

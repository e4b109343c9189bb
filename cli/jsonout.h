/* SPDX-License-Identifier: BSD-3-Clause
 * JSON on standard output, for the commands that take --json. Implementation: jsonout.c.
 */
#ifndef LACON_CLI_JSONOUT_H
#define LACON_CLI_JSONOUT_H

#include <jansson.h>

json_t *cli_json_real(double value);     /* null when it is not finite */
json_t *cli_json_text(const char *text); /* bytes that are not UTF-8 become U+FFFD; null for NULL */
/* Take over value; a key that is not UTF-8 is mended the same way. */
void cli_json_set(json_t *object, const char *key, json_t *value);
void cli_json_push(json_t *array, json_t *value);
/* Print, with a newline, and release. */
void cli_json_print(json_t *root);

#endif

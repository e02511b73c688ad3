/* What the firmware needs of the C library, so that it needs none. */
#ifndef JANTAKU_STRING_H
#define JANTAKU_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *at, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif

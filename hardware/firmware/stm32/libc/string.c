/* Compiled by itself: a compiler that sees a loop for what it is would make it a call of itself. */
#include <string.h>

void *memcpy(void *to, const void *from, size_t size)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    while (size--)
        *t++ = *f++;
    return to;
}

void *memset(void *at, int byte, size_t size)
{
    unsigned char *p = at;

    while (size--)
        *p++ = (unsigned char)byte;
    return at;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;

    for (; size; size--, x++, y++)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}

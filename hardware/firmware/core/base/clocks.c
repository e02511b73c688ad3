#include "clocks.h"

REMEMBERED(struct clocks, clocks, 1);

void clocks_tick(void)
{
    clocks->now++;
    clocks->tenth = clocks->tenth == 9 ? 0 : (uint8_t)(clocks->tenth + 1);
}

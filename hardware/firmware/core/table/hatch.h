/* The hatch in the middle opens for the tiles, and closes. */
#ifndef JANTAKU_HATCH_H
#define JANTAKU_HATCH_H

void open_tick(void);
void close_tick(void);

#endif

/* What passes the entry of a lane: counted by the photo sensor, judged by the hall switch. */
#ifndef JANTAKU_LANE_ENTRY_H
#define JANTAKU_LANE_ENTRY_H

#include "../../hal.h"

/* True when a tile came in. */
bool lane_watch_entry(uint8_t lane);

#endif

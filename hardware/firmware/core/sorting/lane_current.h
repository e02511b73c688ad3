/* What the motors of a lane draw. */
#ifndef JANTAKU_LANE_CURRENT_H
#define JANTAKU_LANE_CURRENT_H

#include "../../hal.h"

void lane_watch_current(uint8_t lane);
/* While nothing is sorted, every fourth millisecond: do its motors stand? */
void lane_watch_idle(uint8_t lane);

#endif

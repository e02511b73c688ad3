/* The stacker of a lane. */
#ifndef JANTAKU_LANE_PUSH_H
#define JANTAKU_LANE_PUSH_H

#include "../../hal.h"

void lane_push(uint8_t lane);

#endif

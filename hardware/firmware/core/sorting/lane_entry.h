/* What passes the entry of a lane: seen by the photo sensor, judged by the hall switch. */
#ifndef JANTAKU_LANE_ENTRY_H
#define JANTAKU_LANE_ENTRY_H

#include "lane_state.h"

/* What has just left the photo sensor for the stacker. */
enum passed lane_watch_entry(uint8_t lane);
/* Tiles of the other set have come by, in any lane. */
bool lane_strangers(uint8_t lane);
/* It stays, and is counted. */
void lane_take_in(uint8_t lane);
/* It goes back into the drum. */
void lane_send_back(uint8_t lane, enum passed passed);

#endif

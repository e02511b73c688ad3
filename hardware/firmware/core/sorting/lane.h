/* A lane: a magnet wheel lifts tiles out of the drum onto a belt, the photo sensor at the entry counts
 * them, the hall switch beside it sees which lie face up, and the stacker pushes each pair into the row. */
#ifndef JANTAKU_LANE_H
#define JANTAKU_LANE_H

#include "lane_state.h"

/* Takes in the tiles of this set. */
void lane_start(uint8_t lane, uint8_t set);
void lane_stop(uint8_t lane);
/* Motion is interrupted, and goes on from where it stands: what lies before the entries then has no measure. */
void lane_hold_all(void);
/* What passed the entry meanwhile: a tile of the set is in, others go back. */
enum passed lane_tick(uint8_t lane);
bool lane_done(uint8_t lane);
/* Takes tiles although it has all, to see whether there are more; what passed the entry stays on the belt. */
enum passed lane_probe(uint8_t lane);
/* The belts of lanes that are done turn back: what was never counted falls into the drum. */
void lane_give_back_strays(void);
/* Wheel off and on again, because nothing came although others got tiles. */
void lane_starved(uint8_t lane);
/* A person has been at this lane: what was counted there may not be so. */
void lane_doubt(uint8_t lane);
/* The row has left; `carries`: its belt may hold tiles still. */
void lane_empty(uint8_t lane, bool carries);

#endif

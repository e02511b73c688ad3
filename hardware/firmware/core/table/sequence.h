/* The end of what the table was doing. */
#ifndef JANTAKU_SEQUENCE_H
#define JANTAKU_SEQUENCE_H

#include "../../hal.h"

/* The running action ends, if there is one. */
void sequence_end(uint8_t outcome);
/* The running action is done; the table rests in this state. */
void sequence_finish(uint8_t state);

#endif

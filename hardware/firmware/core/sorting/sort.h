/* Sorting a set: the drum tumbles, four lanes fill four rows. Runs beside the table's own state. */
#ifndef JANTAKU_SORT_H
#define JANTAKU_SORT_H

#include "sort_state.h"

void sort_begin(void);
/* Goes on after a fault was cleared. */
void sort_resume(void);
void sort_interrupt(void);
void sort_tick(void);
uint8_t sort_percent(void);

#endif

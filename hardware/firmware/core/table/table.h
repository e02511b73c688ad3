/* The state machine of the table: which command is allowed when, and the sequences that it begins. */
#ifndef JANTAKU_TABLE_H
#define JANTAKU_TABLE_H

#include "../../hal.h"
#include "../base/activity.h"

void table_init(enum reset_cause cause);
struct start table_command(uint8_t code, uint8_t argument);
/* Into service and out of it; false where that is not possible now. */
bool table_service(bool on);
/* Everything stands, power off, UNHOMED. */
void table_stop(void);
/* A fault was latched: the sequences wait, and what they moved is forgotten. */
void table_interrupt(void);
/* False while the cause of the fault can still be seen. */
bool table_clear(void);
/* Nobody has to clear the fault of a silent host: it ends by its heartbeat. The axes must be homed all the same. */
void table_host_returned(void);
void table_tick(void);
bool table_moving(void);
uint8_t table_shown(void);
uint8_t table_percent(void);

#endif

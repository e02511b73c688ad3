/* The state machine of the table: which command is allowed when, and the sequences that it begins. */
#ifndef JANTAKU_TABLE_H
#define JANTAKU_TABLE_H

#include "../hal.h"

struct table {
    uint8_t state; /* enum machine_state, without HOLD, RECOVERING, FAULT and ESTOP, which lie over it */
    uint8_t step;
    uint8_t action;      /* under way, 0 for none */
    uint8_t last_action;
    uint8_t standing_set; /* on the lifts, NONE for none */
    uint8_t collect_set;
    uint8_t attempt;
    uint32_t step_at; /* on the clock */
};

/* A number for an action that begins, or 0 and the reason why not. */
struct start {
    uint8_t action;
    uint8_t reason;
};

void table_init(enum reset_cause cause);
struct start table_command(uint8_t code, uint8_t argument);
struct start table_number(void);
/* Everything stands, power off, UNHOMED. */
void table_stop(void);
/* A fault was latched: motion ends, the sequence waits. */
void table_interrupt(void);
/* False while the cause of the fault can still be seen. */
bool table_clear(void);
/* Goes on where a cleared fault stopped it, or to UNHOMED where position is lost. */
void table_resume(void);
void table_tick(void);
bool table_moving(void);
uint8_t table_shown(void);
uint8_t table_step(void);
uint8_t table_percent(void);

/* For the sequences. */
void table_enter(uint8_t state);
void table_next(void);
uint32_t table_step_ms(void);
/* The running action is done; the table rests in this state. */
void table_finish(uint8_t state);
uint8_t table_resting(void);

void home_tick(void);
void open_tick(void);
void close_tick(void);
void raise_tick(void);
void lower_tick(void);

#endif

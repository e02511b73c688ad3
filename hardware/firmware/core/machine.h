/* The whole memory of the firmware in one place: nothing is allocated, and on the host many machines
 * live side by side by pointing M at another one. */
#ifndef JANTAKU_MACHINE_H
#define JANTAKU_MACHINE_H

#include "blackbox.h"
#include "chatter.h"
#include "config.h"
#include "counters.h"
#include "current.h"
#include "dice.h"
#include "drum.h"
#include "fault.h"
#include "input.h"
#include "lamp.h"
#include "lane.h"
#include "lease.h"
#include "link.h"
#include "motor.h"
#include "pinch.h"
#include "power.h"
#include "report.h"
#include "selftest.h"
#include "service.h"
#include "slide.h"
#include "sort.h"
#include "stepper.h"
#include "table.h"

struct machine {
    uint32_t now;   /* ms since the start */
    uint8_t tenth;  /* of ten ms: slow watches look when it is 0, because a division costs as much as they */
    uint32_t clock; /* ms in which motion was allowed: stands still in HOLD, so that deadlines do */
    uint16_t loop_us; /* longest turn of the main loop */
    struct inputs input;
    struct chatter chatter;
    struct stepper stepper[STEPPER_COUNT];
    uint16_t ramp[RAMP_COUNT][RAMP_LENGTH];
    struct slide slide[STEPPER_COUNT];
    struct motor motor[MOTOR_COUNT];
    struct power power;
    struct pinch pinch;
    struct lane lane[LANES];
    struct drum drum;
    struct sort sort;
    struct dice dice;
    struct table table;
    struct service service;
    struct selftest selftest;
    struct lease lease;
    struct faults fault;
    struct link link;
    struct report report;
    struct lamps lamps;
    struct config config;
    struct counters counters;
};

#ifdef HOST
extern _Thread_local struct machine *machine_now;
extern _Thread_local struct blackbox *blackbox_now;
#define M (*machine_now)
#define BLACKBOX (*blackbox_now)
#else
extern struct machine M;
extern struct blackbox BLACKBOX; /* survives a reset */
#endif

/* Once after a reset. */
void machine_boot(void);
/* One turn of the main loop: bytes that came, then the ticks that passed. */
void machine_turn(void);

#endif

/* The layers put together: what runs after a reset and in each turn of the main loop. */
#ifndef JANTAKU_MACHINE_H
#define JANTAKU_MACHINE_H

/* Once after a reset, with all memory but the black box zero. */
void machine_boot(void);
/* One turn of the main loop: bytes that came, then the ticks that passed. */
void machine_turn(void);

#ifdef HOST
#include "base/activity.h"
#include "base/blackbox.h"
#include "base/clocks.h"
#include "base/config.h"
#include "base/counters.h"
#include "base/events.h"
#include "base/input.h"
#include "drive/motor.h"
#include "drive/power.h"
#include "drive/stepper.h"
#include "host/frame.h"
#include "host/session.h"
#include "host/status.h"
#include "safety/chatter.h"
#include "safety/consent.h"
#include "safety/fault.h"
#include "safety/lease.h"
#include "safety/report.h"
#include "sorting/lane_state.h"
#include "sorting/sort.h"
#include "table/hatch.h"
#include "table/selftest.h"
#include "table/service.h"
#include "units/dice.h"
#include "units/drum.h"
#include "units/lamp.h"
#include "units/pinch.h"
#include "units/slide.h"

/* All that the firmware remembers, but for the black box, which a reset leaves alone. */
#define MEMORY(X)                                                                                                    \
    X(struct clocks, clocks, 1)                                                                                      \
    X(struct activity, activity, 1)                                                                                  \
    X(struct config, config, 1)                                                                                      \
    X(struct counters, counters, 1)                                                                                  \
    X(struct events, events, 1)                                                                                      \
    X(struct inputs, inputs, 1)                                                                                      \
    X(struct stepper, steppers, STEPPER_COUNT)                                                                       \
    X(struct intervals, ramps, RAMP_COUNT)                                                                           \
    X(struct motor, motors, MOTOR_COUNT)                                                                             \
    X(struct power, power, 1)                                                                                        \
    X(struct faults, faults, 1)                                                                                      \
    X(struct consent, consent, 1)                                                                                    \
    X(struct lease, lease, 1)                                                                                        \
    X(struct report, report, 1)                                                                                      \
    X(struct chatter, chatter, 1)                                                                                    \
    X(struct slide, slides, STEPPER_COUNT)                                                                           \
    X(struct drum, drum, 1)                                                                                          \
    X(struct dice, dice, 1)                                                                                          \
    X(struct pinch, pinch, 1)                                                                                        \
    X(struct lamps, lamps, 1)                                                                                        \
    X(struct lane, lanes, LANES)                                                                                     \
    X(struct sort, sort, 1)                                                                                          \
    X(struct hatch, hatch, 1)                                                                                        \
    X(struct service, service, 1)                                                                                    \
    X(struct selftest, selftest, 1)                                                                                  \
    X(struct frames, frames, 1)                                                                                      \
    X(struct session, session, 1)                                                                                    \
    X(struct status, status, 1)

#define X(type, name, count) type name[count];
struct machine {
    MEMORY(X)
};
#undef X

/* What runs in this thread from now on runs in this memory. */
void machine_use(struct machine *machine, struct blackbox *its_blackbox);
#endif

#endif

/* Looks at wires and bodies, knows nothing of the firmware, and counts what must never be. */
#ifndef JANTAKU_MONITOR_H
#define JANTAKU_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

enum unsafe {
    UNSAFE_TILES_LOST,      /* a tile is nowhere, or there is one more */
    UNSAFE_INTO_END,        /* more than 2 steps towards an asserted end switch */
    UNSAFE_AFTER_STOP,      /* motor outputs 50 ms after emergency stop or lid */
    UNSAFE_HOST_LOST,       /* motor outputs 2.1 s after the host's last sign of life */
    UNSAFE_PINCH,           /* lift or hatch press on for more than 30 ms, or a pusher with more than 140 N */
    UNSAFE_DRUM_OPEN,       /* the drum is driven, or turns for long, under an open hatch */
    UNSAFE_BEFORE_GREETING, /* motor outputs between a reset and the first HELLO */
    UNSAFE_UNHOMED,         /* drum, wheel or belt driven before every slide has been home */
    UNSAFE_BOTH_WAYS,       /* forward and reverse of one motor at once */
    UNSAFE_UNASKED,         /* something moves again after a break, and nobody has pressed anything since */
    UNSAFE_UNWARNED,        /* lift, hatch, or anything after a rest set off long after the last press, without beep
                             * and lamp before; the dice may */
    UNSAFE_COUNT
};

struct monitor {
    uint32_t count[UNSAFE_COUNT];
    uint64_t first_us[UNSAFE_COUNT];
    uint64_t stop_us;    /* emergency stop or lid since, 0 for none */
    uint64_t off_us;     /* last instant with a motor output on */
    uint64_t host_us;    /* last sign of life */
    bool greeted;
    bool service;        /* a person jogs: homing is not asked for */
    bool presses;        /* somebody tells of presses: those two are looked at */
    bool asked;          /* a press came since the last break */
    uint64_t asked_us;   /* the last press */
    uint64_t broken_us;  /* the last break: reset, stop, lid, silent host, another run of the service */
    uint64_t warned_us;  /* beep and lamp */
    uint64_t lift_us;    /* last step of a lift or the hatch */
    uint64_t moved_us;   /* last motion of anything but the dice */
    bool homed[9];
    uint8_t into_end[9];
    uint8_t strained_ms[9];
    uint16_t drum_ms;
    uint16_t longest_pinch_ms;
    double most_force_n; /* of a slide onto what is in its way */
    uint16_t coast_ms;   /* the drum has turned under the open lid */
    uint16_t longest_coast_ms;
    uint32_t stop_latency_us; /* longest from stop to all outputs off */
};

struct plant;

void monitor_init(struct plant *p);
void monitor_reset(struct plant *p);
void monitor_host(struct plant *p);
/* A person presses a key at the table or its screen. */
void monitor_press(struct plant *p);
/* Another run of the service knows of no press. */
void monitor_break(struct plant *p);
void monitor_service(struct plant *p, bool on);
void monitor_output(struct plant *p, uint8_t output, bool on);
void monitor_step(struct plant *p, uint8_t slide);
void monitor_tick(struct plant *p);
uint32_t monitor_violations(const struct plant *p, uint8_t kind);
uint32_t monitor_stop_latency_us(const struct plant *p);
uint16_t monitor_longest_pinch_ms(const struct plant *p);
double monitor_most_force_n(const struct plant *p);
uint16_t monitor_longest_coast_ms(const struct plant *p);

#endif

/* The table around the firmware: motors, switches, tiles, people. One plant serves the native and the
 * simulated microcontroller. All numbers of mechanics are estimates: no table has been built.
 *
 * It sees what the wires carry and never asks the firmware. Time is an argument; the same seed and the same
 * wires give the same world. Each body draws its own chances, when something happens to it and not by the clock:
 * a machine that does the same a millisecond later meets the same world a millisecond later. */
#ifndef JANTAKU_PLANT_H
#define JANTAKU_PLANT_H

#include <stdbool.h>
#include <stdint.h>

#include "../firmware/gen/messages.h"
#include "../firmware/gen/pins.h"
#include "monitor.h"

#define SLIDES 9 /* stackers 0-3, lifts 4-7, centre 8 */
#define MOTORS 10 /* drum 0, wheels 1-4, belts 5-8, dice 9 */
#define TILES 300
#define LANE_TILES 40

enum place { PLACE_MAT, PLACE_DRUM, PLACE_LANE, PLACE_CUP, PLACE_ROW, PLACE_LIFT, PLACE_AWAY };

enum ill { ILL_NONE, ILL_STUCK0, ILL_STUCK1, ILL_FLICKER, ILL_LATE };
enum touch { TOUCH_NONE, TOUCH_ON, TOUCH_OFF };
enum broken { BROKEN_NONE, BROKEN_DEAD, BROKEN_STALL, BROKEN_RUNAWAY };

struct tile {
    uint64_t random;
    uint8_t set;
    uint8_t place;
    uint8_t lane;
    bool back_up;
    bool weak;  /* its magnet hardly holds */
    bool blank; /* it has none */
    bool across; /* it lies across the belt, short side first */
    double magnet; /* share of its magnet's length that still works the hall switch */
    double x;   /* leading edge in the lane, mm */
};

struct slide_body {
    uint64_t random;
    int32_t position; /* steps above the low switch */
    int32_t travel;
    int8_t direction; /* of the last step */
    uint64_t step_us; /* last pulse */
    double speed;     /* that the rotor follows, steps/s */
    uint8_t broken;
    int32_t obstacle; /* position where it is met, INT32_MAX for none */
    int8_t obstacle_direction;
    double slip; /* share of the steps upwards that are lost */
    uint32_t pulses;
    uint32_t lost;
    double loose; /* of a runaway, or of what sinks, steps not yet made */
    uint32_t sunk; /* steps that it sank without current */
};

struct motor_body {
    int8_t direction;
    double speed; /* share of full speed, signed */
    uint8_t broken;
    bool loaded; /* a jammed tile holds the belt */
};

struct jam {
    double x; /* where a tile sticks, negative for nowhere */
    int16_t reversals; /* until it comes free, negative for never */
    int16_t stuck; /* tile, -1 for none */
    bool was_back;
};

struct lane_body {
    uint64_t random;
    double until_pick; /* of the wheel's chances, which grow with what it does */
    int16_t queue[LANE_TILES]; /* tiles on the belt, foremost first */
    uint8_t count;
    int16_t cup[2];
    uint8_t in_cup;
    double cup_ms; /* until the last tile lies still */
    struct jam jam;
};

struct wire {
    uint64_t random;
    bool truth;
    uint8_t touch;
    uint8_t ill;
    bool flicker;
    uint64_t change_us; /* next flicker, or when the truth became true */
    uint64_t bounce_us; /* its contacts rest from then on */
};

struct plant {
    uint64_t random; /* of the drum */
    double until_flip;
    uint64_t now_us;
    bool output[OUT_COUNT];
    uint8_t duty[OUT_COUNT];
    uint8_t level[IN_COUNT]; /* of the wires, 0 or 1 */
    struct wire wire[IN_COUNT];
    struct slide_body slide[SLIDES];
    struct motor_body motor[MOTORS];
    struct lane_body lane[4];
    struct tile tile[TILES];
    uint16_t tiles;
    uint8_t row[4];  /* tiles in the row; their places are PLACE_ROW */
    bool lift_low[4];
    uint16_t in_drum, back_up;
    double drum_turns;
    bool rail;
    uint64_t rail_us; /* when it changes over */
    bool estop, lid_open;
    bool relay_welded;
    bool driver_fault;
    double supply_mv;
    double temperature; /* tenths of a degree */
    bool takes_walls;   /* players pull risen walls onto the mat */
    uint8_t pushes_set; /* players push this set into the open hatch; NONE for nobody does */
    double take_ms[4];
    double push_ms;
    int16_t hatch_blocked; /* openings after which a tile lies in the gap */
    bool hatch_gap;
    bool hatch_was_open;
    uint8_t row_tiles;  /* that fill a row: its sensor looks at the end of the last one */
    double pick_rate;   /* tiles per second and wheel over a well filled drum */
    double across_rate, double_rate; /* share of what a wheel lifts */
    uint64_t noise;     /* of the analogue inputs */
    struct monitor monitor;
};

void plant_init(struct plant *p, uint64_t seed);
/* An output changed at `now_us`. */
void plant_output(struct plant *p, uint8_t output, bool on, uint64_t now_us);
void plant_pwm(struct plant *p, uint8_t output, uint8_t duty);
/* Every millisecond. */
void plant_tick(struct plant *p, uint64_t now_us);
/* 0..1023. */
uint16_t plant_analog(const struct plant *p, uint8_t channel);

/* What may go wrong, and people. */
void plant_ill(struct plant *p, uint8_t input, uint8_t ill);
void plant_break(struct plant *p, uint8_t axis, uint8_t broken);
/* A person makes a sensor see something (a finger on a switch, a tile under an eye, the lid opened), or keeps it from
 * seeing anything (a slide lifted off its switch), until it is let go. */
void plant_touch(struct plant *p, uint8_t input, uint8_t touch);
void plant_jam(struct plant *p, uint8_t lane, double x, int16_t reversals);
void plant_obstacle(struct plant *p, uint8_t slide, double share_of_travel, int8_t direction);
void plant_slip(struct plant *p, uint8_t slide, double share);
/* Of the tiles that wheels lift, the share that lies across the belt, and the share that brings another along. */
void plant_untidy(struct plant *p, double across, double twice);
/* Every magnet of a set works the hall switch along so much of its length only. */
void plant_wear(struct plant *p, uint8_t set, double share);
void plant_estop(struct plant *p, bool pressed);
void plant_lid(struct plant *p, bool open);
void plant_supply(struct plant *p, double mv, double temperature);
void plant_driver_fault(struct plant *p, bool on);
void plant_weld(struct plant *p, bool on);
void plant_hatch_blocked(struct plant *p, int16_t openings);
/* People push the tiles of a set into the open hatch; NONE: they do not. */
void plant_push(struct plant *p, uint8_t set);
void plant_takes_walls(struct plant *p, bool on);
/* Tiles of a set that are somewhere in or on the table. */
uint16_t plant_count(const struct plant *p, uint8_t set, uint8_t place);
/* Takes n tiles of a set from the mat or the drum away (negative: brings n). */
void plant_remove(struct plant *p, uint8_t set, int16_t n);
/* Makes n tiles of a set, on the mat or in the drum, weak, blank, or of the other set. */
enum alteration { ALTER_WEAK, ALTER_BLANK, ALTER_SET };
void plant_alter(struct plant *p, uint8_t set, int16_t n, uint8_t alteration);
/* Somebody moves the last tile of a lane that lies on its belt, in its cup or in its row (`from`) into the drum or
 * onto the mat (`to`). */
void plant_hand(struct plant *p, uint8_t lane, uint8_t from, uint8_t to);
/* A smaller game: sets of four times so many tiles, and rows for them. */
void plant_small(struct plant *p, uint8_t tiles_per_lane);
/* Every slide at its low switch, as homing leaves it. */
void plant_rest(struct plant *p);
/* Lays the tiles of a set that are on the mat into the drum (PLACE_DRUM), or in pairs into empty rows
 * (PLACE_ROW), without anybody having moved. */
void plant_place(struct plant *p, uint8_t set, uint8_t place);
/* Another length, with the slide at its low end. */
void plant_travel(struct plant *p, uint8_t slide, int32_t steps);
int32_t plant_position(const struct plant *p, uint8_t slide);
uint32_t plant_pulses(const struct plant *p, uint8_t slide);
uint32_t plant_lost(const struct plant *p, uint8_t slide);
/* Steps that it sank by its weight, while it had no current. */
uint32_t plant_sunk(const struct plant *p, uint8_t slide);
bool plant_get_output(const struct plant *p, uint8_t output);
bool plant_input(const struct plant *p, uint8_t input); /* asserted, as the wire says */

/* Between the files of the plant. */
uint64_t plant_random(uint64_t *random);
double plant_chance(uint64_t *random); /* 0 <= x < 1 */
double plant_wait(uint64_t *random);   /* exponential, 1 in the mean */
/* 0 <= x < 1, the same for the same moment and place: for what trembles whoever looks, and however often. */
double plant_tremble(uint64_t seed, uint64_t moment);
bool plant_bounces(const struct plant *p, uint8_t input);
void plant_wires(struct plant *p);
void plant_wire(struct plant *p, uint8_t input);
void slides_tick(struct plant *p);
void slide_step(struct plant *p, uint8_t slide);
bool slide_strained(const struct plant *p, uint8_t slide);
double slide_current(const struct plant *p, uint8_t slide);
double slide_force(const struct plant *p, uint8_t slide); /* N, onto what it presses */
void tile_new(struct plant *p, uint16_t tile, uint8_t set);
void motors_tick(struct plant *p, double ms);
double motor_current(const struct plant *p, uint8_t motor);
void tile_taken(struct plant *p, uint8_t lane, int16_t tile);
void tiles_init(struct plant *p);
void tiles_tick(struct plant *p, double ms);
bool lane_dark(const struct plant *p, uint8_t lane);
bool lane_magnet(const struct plant *p, uint8_t lane);
bool hatch_open(const struct plant *p);

#endif

/* What goes wrong, what people do, and what tests may ask. */
#include "plant.h"

void plant_ill(struct plant *p, uint8_t input, uint8_t ill)
{
    p->wire[input].ill = ill;
    p->wire[input].change_us = 0;
    plant_wire(p, input);
}

void plant_touch(struct plant *p, uint8_t input, uint8_t touch)
{
    if (input == IN_ESTOP)
        p->estop = touch == TOUCH_ON;
    else if (input == IN_LID_OPEN)
        p->lid_open = touch == TOUCH_ON;
    else
        p->wire[input].touch = touch;
    plant_wire(p, input);
}

void plant_break(struct plant *p, uint8_t axis, uint8_t broken)
{
    if (axis >= AXIS_STACK0 && axis <= AXIS_CENTRE)
        p->slide[axis - AXIS_STACK0].broken = broken;
    else
        p->motor[axis == AXIS_DICE ? MOTORS - 1 : axis].broken = broken;
}

void plant_jam(struct plant *p, uint8_t lane, double x, int16_t reversals)
{
    p->lane[lane].jam = (struct jam){.x = x, .reversals = reversals, .stuck = -1};
}

/* Nothing can appear inside of what is already there: an obstacle lies ahead of the slide, or at it. */
void plant_obstacle(struct plant *p, uint8_t slide, double share_of_travel, int8_t direction)
{
    struct slide_body *s = &p->slide[slide];
    int32_t where = (int32_t)(share_of_travel * s->travel);

    if ((where - s->position) * direction < 0)
        where = s->position;
    s->obstacle = direction ? where : INT32_MAX;
    s->obstacle_direction = direction;
}

void plant_slip(struct plant *p, uint8_t slide, double share)
{
    p->slide[slide].slip = share;
}

void plant_untidy(struct plant *p, double across, double twice)
{
    p->across_rate = across;
    p->double_rate = twice;
}

void plant_wear(struct plant *p, uint8_t set, double share)
{
    for (uint16_t i = 0; i < p->tiles; i++)
        if (p->tile[i].set == set)
            p->tile[i].magnet = share;
}

void plant_estop(struct plant *p, bool pressed)
{
    p->estop = pressed;
    plant_wire(p, IN_ESTOP);
}

void plant_lid(struct plant *p, bool open)
{
    p->lid_open = open;
    plant_wire(p, IN_LID_OPEN);
}

void plant_supply(struct plant *p, double mv, double temperature)
{
    p->supply_mv = mv;
    p->temperature = temperature;
}

void plant_driver_fault(struct plant *p, bool on)
{
    p->driver_fault = on;
}

void plant_weld(struct plant *p, bool on)
{
    p->relay_welded = on;
}

void plant_hatch_blocked(struct plant *p, int16_t openings)
{
    p->hatch_blocked = openings;
    p->hatch_gap &= openings > 0;
}

void plant_push(struct plant *p, uint8_t set)
{
    p->pushes_set = set;
}

void plant_takes_walls(struct plant *p, bool on)
{
    p->takes_walls = on;
}

uint16_t plant_count(const struct plant *p, uint8_t set, uint8_t place)
{
    uint16_t n = 0;

    for (uint16_t i = 0; i < p->tiles; i++)
        n += p->tile[i].set == set && p->tile[i].place == place;
    return n;
}

void plant_remove(struct plant *p, uint8_t set, int16_t n)
{
    for (; n < 0 && p->tiles < TILES; n++)
        tile_new(p, p->tiles++, set);
    for (uint16_t i = 0; i < p->tiles && n > 0; i++) {
        struct tile *t = &p->tile[i];

        if (t->set == set && (t->place == PLACE_MAT || t->place == PLACE_DRUM)) {
            t->place = PLACE_AWAY;
            n--;
        }
    }
}

void plant_alter(struct plant *p, uint8_t set, int16_t n, uint8_t alteration)
{
    for (uint16_t i = 0; i < p->tiles && n > 0; i++) {
        struct tile *t = &p->tile[i];

        if (t->set != set || (t->place != PLACE_MAT && t->place != PLACE_DRUM))
            continue;
        if (alteration == ALTER_WEAK)
            t->weak = true;
        else if (alteration == ALTER_BLANK)
            t->blank = true;
        else
            t->set = !set;
        n--;
    }
}

void plant_hand(struct plant *p, uint8_t lane, uint8_t from, uint8_t to)
{
    for (int16_t i = (int16_t)(p->tiles - 1); i >= 0; i--) {
        struct tile *t = &p->tile[i];

        if (t->place != from || t->lane != lane)
            continue;
        tile_taken(p, lane, i);
        t->place = to;
        t->back_up = plant_chance(&t->random) < 0.5;
        plant_wires(p);
        return;
    }
}

void plant_small(struct plant *p, uint8_t tiles_per_lane)
{
    p->row_tiles = tiles_per_lane;
    p->tiles = (uint16_t)(8 * tiles_per_lane);
    for (uint16_t i = 0; i < p->tiles; i++)
        tile_new(p, i, i >= p->tiles / 2);
}

void plant_rest(struct plant *p)
{
    for (uint8_t i = 0; i < SLIDES; i++)
        p->slide[i].position = 0;
    plant_wires(p);
}

void plant_place(struct plant *p, uint8_t set, uint8_t place)
{
    uint8_t lane = 0;

    for (uint16_t i = 0; i < p->tiles; i++) {
        struct tile *t = &p->tile[i];

        if (t->set != set || t->place != PLACE_MAT)
            continue;
        while (place == PLACE_ROW && lane < 4 && p->row[lane] >= p->row_tiles)
            lane++;
        if (place == PLACE_ROW && lane == 4)
            break;
        t->place = place;
        t->lane = lane;
        t->back_up = plant_chance(&t->random) < 0.5;
        p->row[lane] = (uint8_t)(p->row[lane] + (place == PLACE_ROW));
    }
    plant_wires(p);
}

void plant_travel(struct plant *p, uint8_t slide, int32_t steps)
{
    p->slide[slide].travel = steps;
    p->slide[slide].position = 0;
}

int32_t plant_position(const struct plant *p, uint8_t slide)
{
    return p->slide[slide].position;
}

uint32_t plant_pulses(const struct plant *p, uint8_t slide)
{
    return p->slide[slide].pulses;
}

uint32_t plant_lost(const struct plant *p, uint8_t slide)
{
    return p->slide[slide].lost;
}

uint32_t plant_sunk(const struct plant *p, uint8_t slide)
{
    return p->slide[slide].sunk;
}

bool plant_get_output(const struct plant *p, uint8_t output)
{
    return p->output[output];
}

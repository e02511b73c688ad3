/* Where the tiles are and how they move: drum, lanes, stackers, rows, mat. Lengths in mm. */
#include <string.h>

#include "plant.h"

#define TILE_MM 26.0
#define SHORT_MM 20.0  /* its other side, which lies along the belt of a tile across */
#define GUIDE_MM 60.0  /* where the lane narrows: a tile across sticks there (estimate) */
#define WORN_RATE 0.05 /* of tiles, and what is left of their magnets at least: chipped, or slipped in the glue (estimates) */
#define WORN_LEAST 0.8
#define PITCH_MM 30.0  /* the wheel lays a tile only where so much is free */
#define PHOTO_MM 10.0  /* entry sensor, and the hall switch beside it */
#define GATE_MM 200.0  /* stacker */
#define BELT_MM_S 250.0 /* at full duty */
#define SETTLE_MS 80.0
#define SATURATED 6.0 /* tiles lying back up near a wheel: it lifts as fast as it can */
#define FACE_UP_RATE 0.015
#define WEAK_RATE 0.03
#define WEAK_BACK_RATE 0.5
#define FLIPS_PER_TURN 2.0 /* per tile */
#define SET_TILES 136
#define TAKE_MS 1000.0
#define PUSH_MS 10.0
#define RIDES 50 /* steps above the low switch: the row has left the rail */

void tile_new(struct plant *p, uint16_t tile, uint8_t set)
{
    struct tile *t = &p->tile[tile];

    *t = (struct tile){.random = plant_random(&p->random), .set = set, .place = PLACE_MAT, .magnet = 1};
    if (plant_chance(&t->random) < WORN_RATE)
        t->magnet = WORN_LEAST + (1 - WORN_LEAST) * plant_chance(&t->random);
}

void tiles_init(struct plant *p)
{
    p->tiles = 2 * SET_TILES;
    for (uint16_t i = 0; i < p->tiles; i++)
        tile_new(p, i, i >= SET_TILES);
    for (uint8_t lane = 0; lane < 4; lane++) {
        struct lane_body *l = &p->lane[lane];

        l->jam = (struct jam){.x = -1, .stuck = -1};
        l->random = plant_random(&p->random);
        l->until_pick = plant_wait(&l->random);
    }
    p->until_flip = plant_wait(&p->random);
}

bool hatch_open(const struct plant *p)
{
    return p->slide[8].position > 300 || p->hatch_gap;
}

static double length(const struct tile *t)
{
    return t->across ? SHORT_MM : TILE_MM;
}

static void drop(struct tile *t)
{
    t->place = PLACE_DRUM;
    t->across = false;
    t->back_up = plant_chance(&t->random) < 0.5;
}

/* One tile at most turns over in a millisecond. */
static void tumble(struct plant *p, double ms)
{
    double turns = p->motor[0].speed * 57.0 / 60000.0 * ms, flips;
    uint16_t i;

    flips = (turns < 0 ? -turns : turns) * FLIPS_PER_TURN * p->in_drum;
    p->until_flip -= flips;
    if (p->until_flip > 0 || p->in_drum == 0)
        return;
    p->until_flip += plant_wait(&p->random);
    i = (uint16_t)(plant_chance(&p->random) * p->tiles);
    while (p->tile[i].place != PLACE_DRUM)
        i = (uint16_t)((i + 1) % p->tiles);
    p->tile[i].back_up = plant_chance(&p->tile[i].random) < 0.5;
}

static bool liftable(const struct tile *t, bool back_up)
{
    return t->place == PLACE_DRUM && t->back_up == back_up && !t->blank;
}

/* A tile that the wheel can lift now, or -1: at `share` of those that lie right. */
static int16_t candidate(const struct plant *p, bool back_up, double share)
{
    uint16_t n = 0;

    for (uint16_t i = 0; i < p->tiles; i++)
        n += liftable(&p->tile[i], back_up);
    n = (uint16_t)(n * share);
    for (uint16_t i = 0; i < p->tiles; i++)
        if (liftable(&p->tile[i], back_up) && n-- == 0)
            return (int16_t)i;
    return -1;
}

static void look_into_drum(struct plant *p)
{
    p->in_drum = 0;
    p->back_up = 0;
    for (uint16_t i = 0; i < p->tiles; i++) {
        p->in_drum += p->tile[i].place == PLACE_DRUM;
        p->back_up += p->tile[i].place == PLACE_DRUM && p->tile[i].back_up;
    }
}

static bool start_free(const struct plant *p, uint8_t lane)
{
    const struct lane_body *l = &p->lane[lane];

    return l->count == 0 ||
           (l->count < LANE_TILES && p->tile[l->queue[l->count - 1]].x >= PITCH_MM);
}

static void onto_belt(struct plant *p, uint8_t lane, int16_t tile, double x)
{
    struct lane_body *l = &p->lane[lane];

    p->tile[tile].place = PLACE_LANE;
    p->tile[tile].lane = lane;
    p->tile[tile].x = x;
    p->tile[tile].across = plant_chance(&l->random) < p->across_rate;
    l->queue[l->count++] = tile;
}

/* Another one hangs on to the tile that the wheel has lifted, end to end. */
static void twice(struct plant *p, uint8_t lane, double behind)
{
    struct lane_body *l = &p->lane[lane];
    int16_t other;

    if (plant_chance(&l->random) >= p->double_rate || l->count == LANE_TILES)
        return;
    other = candidate(p, true, plant_chance(&l->random));
    if (other >= 0)
        onto_belt(p, lane, other, -behind);
}

static void pick(struct plant *p, uint8_t lane, double ms)
{
    struct lane_body *l = &p->lane[lane];
    double wheel = p->motor[1 + lane].speed, drum = p->motor[0].speed, near, holds;
    bool back_up;
    int16_t chosen;

    if (wheel < 0.4 || (drum < 0.1 && drum > -0.1) || !start_free(p, lane))
        return;
    near = p->back_up / SATURATED;
    l->until_pick -= p->pick_rate * (near < 1 ? near : 1) * wheel * ms / 1000;
    if (l->until_pick > 0)
        return;
    l->until_pick = plant_wait(&l->random);
    back_up = plant_chance(&l->random) >= FACE_UP_RATE;
    chosen = candidate(p, back_up, plant_chance(&l->random));
    holds = plant_chance(&l->random);
    if (chosen < 0 || (p->tile[chosen].weak && holds >= (drum < 0 ? WEAK_BACK_RATE : WEAK_RATE)))
        return;
    onto_belt(p, lane, chosen, 0);
    twice(p, lane, length(&p->tile[chosen]));
}

static void remove_at(struct lane_body *l, uint8_t n)
{
    memmove(&l->queue[n], &l->queue[n + 1], sizeof l->queue[0] * (size_t)(l->count - n - 1));
    l->count--;
}

/* Out of the list of its lane, in which it lay. */
void tile_taken(struct plant *p, uint8_t lane, int16_t tile)
{
    struct lane_body *l = &p->lane[lane];

    if (l->jam.stuck == tile)
        l->jam = (struct jam){.x = -1, .stuck = -1};
    p->row[lane] = (uint8_t)(p->row[lane] - (p->tile[tile].place == PLACE_ROW));
    for (uint8_t n = l->count; n > 0; n--)
        if (l->queue[n - 1] == tile)
            remove_at(l, (uint8_t)(n - 1));
    if (p->tile[tile].place == PLACE_CUP && l->in_cup-- == 2 && l->cup[0] == tile)
        l->cup[0] = l->cup[1];
}

static bool accepts(const struct plant *p, uint8_t lane)
{
    const struct lane_body *l = &p->lane[lane];

    return l->in_cup < 2 && l->cup_ms <= 0 && p->slide[lane].position < 40;
}

static void into_cup(struct plant *p, uint8_t lane)
{
    struct lane_body *l = &p->lane[lane];
    int16_t tile = l->queue[0];

    remove_at(l, 0);
    p->tile[tile].place = PLACE_CUP;
    l->cup[l->in_cup++] = tile;
    l->cup_ms = SETTLE_MS;
}

/* The jam holds one tile; a belt that runs back far enough may shake it free. */
static void jam_tick(struct plant *p, uint8_t lane)
{
    struct lane_body *l = &p->lane[lane];
    struct jam *j = &l->jam;
    bool back = p->motor[5 + lane].speed < -0.2;

    if (j->stuck >= 0 && back && !j->was_back && j->reversals > 0 && --j->reversals == 0) {
        j->stuck = -1;
        j->x = -1;
    }
    j->was_back = back;
    for (uint8_t n = 0; n < l->count && j->x >= 0 && j->stuck < 0; n++)
        if (p->tile[l->queue[n]].x >= j->x && p->tile[l->queue[n]].x < j->x + 5)
            j->stuck = l->queue[n];
    p->motor[5 + lane].loaded = j->stuck >= 0 && p->output[OUT_CONV0_FORWARD + lane];
}

/* A tile across meets the guide; shaken back it turns, or falls into the drum. */
static void guide(struct plant *p, uint8_t lane)
{
    struct lane_body *l = &p->lane[lane];

    if (l->jam.stuck >= 0)
        return;
    for (uint8_t n = 0; n < l->count; n++) {
        struct tile *t = &p->tile[l->queue[n]];

        if (!t->across || t->x < GUIDE_MM)
            continue;
        t->across = false;
        l->jam = (struct jam){.x = t->x, .reversals = (int16_t)(1 + 2 * plant_chance(&l->random)), .stuck = l->queue[n]};
        return;
    }
}

static void forward(struct plant *p, uint8_t lane, double by)
{
    struct lane_body *l = &p->lane[lane];
    double room = GATE_MM;

    guide(p, lane);
    for (uint8_t n = 0; n < l->count; n++) {
        struct tile *t = &p->tile[l->queue[n]];

        if (l->queue[n] != l->jam.stuck)
            t->x = t->x + by < room ? t->x + by : (t->x > room ? t->x : room);
        room = t->x - length(t);
    }
    if (l->count && p->tile[l->queue[0]].x >= GATE_MM && accepts(p, lane))
        into_cup(p, lane);
}

static void backward(struct plant *p, uint8_t lane, double by)
{
    struct lane_body *l = &p->lane[lane];

    for (int16_t n = (int16_t)(l->count - 1); n >= 0; n--) {
        struct tile *t = &p->tile[l->queue[n]];

        if (l->queue[n] == l->jam.stuck)
            return; /* and all before it are held by it */
        t->x += by;
        if (t->x <= 0) {
            drop(t);
            remove_at(l, (uint8_t)n);
        }
    }
}

bool lane_dark(const struct plant *p, uint8_t lane)
{
    const struct lane_body *l = &p->lane[lane];

    for (uint8_t n = 0; n < l->count; n++) {
        double x = p->tile[l->queue[n]].x;

        if (x >= PHOTO_MM && x - length(&p->tile[l->queue[n]]) < PHOTO_MM)
            return true;
    }
    return false;
}

/* The magnet lies in the middle of the tile: 5 mm long in set 0, 14 mm in set 1, 5 mm wide in both. */
bool lane_magnet(const struct plant *p, uint8_t lane)
{
    const struct lane_body *l = &p->lane[lane];

    for (uint8_t n = 0; n < l->count; n++) {
        const struct tile *t = &p->tile[l->queue[n]];
        double from_middle = t->x - length(t) / 2 - PHOTO_MM;
        double half = (t->set && !t->across ? 7.0 : 2.5) * t->magnet;

        if (t->back_up && !t->blank && from_middle >= -half && from_middle <= half)
            return true;
    }
    return false;
}

static void pusher_tick(struct plant *p, uint8_t lane)
{
    struct lane_body *l = &p->lane[lane];

    if (l->in_cup == 0 || p->slide[lane].position < p->slide[lane].travel * 9 / 10)
        return;
    for (uint8_t n = 0; n < l->in_cup; n++) {
        p->tile[l->cup[n]].place = PLACE_ROW;
        p->row[lane]++;
    }
    l->in_cup = 0;
}

static void carry(struct plant *p, uint8_t lane, uint8_t from, uint8_t to)
{
    for (uint16_t i = 0; i < p->tiles; i++)
        if (p->tile[i].place == from && p->tile[i].lane == lane) {
            p->tile[i].place = to;
            p->row[lane] = (uint8_t)(p->row[lane] + (to == PLACE_ROW) - (from == PLACE_ROW));
        }
}

/* A row rides on its lift as soon as that leaves the rail, and lies in it again when it is down. */
static void lift_tick(struct plant *p, uint8_t lane, double ms)
{
    const struct slide_body *s = &p->slide[4 + lane];
    bool low = s->position <= RIDES;

    if (low != p->lift_low[lane])
        carry(p, lane, low ? PLACE_LIFT : PLACE_ROW, low ? PLACE_ROW : PLACE_LIFT);
    p->lift_low[lane] = low;
    p->take_ms[lane] = s->position >= s->travel - 20 ? p->take_ms[lane] + ms : 0;
    if (p->takes_walls && p->take_ms[lane] > TAKE_MS && p->take_ms[lane] <= TAKE_MS + ms)
        carry(p, lane, PLACE_LIFT, PLACE_MAT);
}

static void people_tick(struct plant *p, double ms)
{
    bool open = p->slide[8].position > p->slide[8].travel * 9 / 10;

    if (open && !p->hatch_was_open) {
        p->hatch_gap = p->hatch_blocked > 0;
        p->hatch_blocked -= p->hatch_gap;
    }
    p->hatch_was_open = open;
    p->push_ms += ms;
    if (!open || p->pushes_set == NONE || p->push_ms < PUSH_MS)
        return;
    p->push_ms = 0;
    for (uint16_t i = 0; i < p->tiles; i++)
        if (p->tile[i].place == PLACE_MAT && p->tile[i].set == p->pushes_set) {
            drop(&p->tile[i]);
            return;
        }
}

void tiles_tick(struct plant *p, double ms)
{
    look_into_drum(p);
    tumble(p, ms);
    for (uint8_t lane = 0; lane < 4; lane++) {
        double by = p->motor[5 + lane].speed * BELT_MM_S * ms / 1000;

        p->lane[lane].cup_ms -= ms;
        pick(p, lane, ms);
        jam_tick(p, lane);
        if (by >= 0)
            forward(p, lane, by);
        else
            backward(p, lane, by);
        pusher_tick(p, lane);
        lift_tick(p, lane, ms);
    }
    people_tick(p, ms);
}

#include "machine.h"

#define BEAT_TENTHS 10
#define SOUNDS 6 /* three beeps */

static void lanes(bool blink)
{
    uint8_t waits = M.fault.latched ? axis_lane(M.fault.latched_axis) : NOBODY;
    uint8_t tries = M.fault.recovering ? axis_lane(M.fault.recovering_axis) : NOBODY;

    for (uint8_t lane = 0; lane < LANES; lane++)
        hal_write((uint8_t)(OUT_LAMP0 + lane), lane == waits || (lane == tries && blink));
}

/* A lane's lamp: a person is needed there, or (blinking) the machine tries by itself. The status lamp: homed
 * and well, blinking while a fault waits. Three beeps when one begins to wait. */
static void show(void)
{
    struct lamps *l = &M.lamps;
    bool blink = ++l->beat & 4;

    if (M.fault.latched != l->told)
        l->sounds = M.fault.latched ? SOUNDS : 0;
    l->told = M.fault.latched;
    hal_write(OUT_BUZZER, l->sounds && l->sounds % 2 == 0);
    if (l->sounds)
        l->sounds--;
    lanes(blink);
    hal_write(OUT_LAMP_STATUS, M.fault.latched ? blink : slide_homed_all());
}

void lamp_tick(void)
{
    if (M.tenth || ++M.lamps.tenths < BEAT_TENTHS)
        return;
    M.lamps.tenths = 0;
    show();
}

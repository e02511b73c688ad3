#include "lamp.h"

#include "../base/analog.h"
#include "../base/clocks.h"
#include "../drive/stepper.h"
#include "../safety/fault.h"

REMEMBERED(struct lamps, lamps, 1);

#define BEAT_TENTHS 10
#define SOUNDS 6 /* three beeps */

static void lanes(bool blink)
{
    uint8_t waits = faults->latched ? axis_lane(faults->latched_axis) : NOBODY;
    uint8_t tries = faults->recovering ? axis_lane(faults->recovering_axis) : NOBODY;

    for (uint8_t lane = 0; lane < LANES; lane++)
        hal_write((uint8_t)(OUT_LAMP0 + lane), lane == waits || (lane == tries && blink));
}

/* A lane's lamp: a person is needed there, or (blinking) the machine tries by itself. The status lamp: homed
 * and well, blinking while a fault waits. Three beeps when one begins to wait. */
static void show(void)
{
    struct lamps *l = lamps;
    bool blink = ++l->beat & 4;

    if (faults->latched != l->told)
        l->sounds = faults->latched ? SOUNDS : 0;
    l->told = faults->latched;
    hal_write(OUT_BUZZER, l->sounds && l->sounds % 2 == 0);
    if (l->sounds)
        l->sounds--;
    lanes(blink);
    hal_write(OUT_LAMP_STATUS, faults->latched ? blink : stepper_homed_all());
}

void lamp_tick(void)
{
    if (clocks->tenth || ++lamps->tenths < BEAT_TENTHS)
        return;
    lamps->tenths = 0;
    show();
}

#include "lamp.h"

#include "../base/analog.h"
#include "../base/clocks.h"
#include "../drive/stepper.h"
#include "../safety/consent.h"
#include "../safety/fault.h"
#include "slide_kind.h"

REMEMBERED(struct lamps, lamps, 1);

#define BEAT_TENTHS 10
#define SOUNDS 6 /* three beeps */
#define WARNS 10 /* a second */
#define IN_MIND 8

bool lamp_warned(void)
{
    if (consent_fresh() || lamps->warned)
        return true;
    if (!lamps->warns)
        lamps->warns = WARNS;
    return false;
}

static bool in_sight(void)
{
    for (uint8_t i = SLIDE_LIFT; i <= SLIDE_CENTRE; i++)
        if (steppers[i].state == STEPPER_MOVING)
            return true;
    return false;
}

/* True while a warning sounds and lights up. */
static bool warn(void)
{
    struct lamps *l = lamps;

    if (in_sight())
        l->warned = IN_MIND;
    else if (l->warned)
        l->warned--;
    if (l->warns && --l->warns == 0)
        l->warned = IN_MIND;
    return l->warns & 1;
}

static void lanes(bool blink)
{
    uint8_t waits = faults->latched ? axis_lane(faults->latched_axis) : NOBODY;
    uint8_t tries = faults->recovering ? axis_lane(faults->recovering_axis) : NOBODY;

    for (uint8_t lane = 0; lane < LANES; lane++)
        hal_write((uint8_t)(OUT_LAMP0 + lane), lane == waits || (lane == tries && blink));
}

/* A lane's lamp: a person is needed there, or (blinking) the machine tries by itself. The status lamp: homed
 * and well, blinking while a fault waits. Three beeps when one begins to wait. Five, with the lamp, before motion
 * that nobody has just asked for. */
static void show(void)
{
    struct lamps *l = lamps;
    bool blink = ++l->beat & 4, warning = l->warns > 1, now = warn();

    if (faults->latched != l->told)
        l->sounds = faults->latched ? SOUNDS : 0;
    l->told = faults->latched;
    hal_write(OUT_BUZZER, warning ? now : l->sounds && l->sounds % 2 == 0);
    if (l->sounds)
        l->sounds--;
    lanes(blink);
    hal_write(OUT_LAMP_STATUS, warning ? now : faults->latched ? blink : stepper_homed_all());
}

void lamp_tick(void)
{
    if (clocks->tenth || ++lamps->tenths < BEAT_TENTHS)
        return;
    lamps->tenths = 0;
    show();
}

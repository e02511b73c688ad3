#include "activity.h"

#include "clocks.h"

REMEMBERED(struct activity, activity, 1);

struct start activity_number(void)
{
    activity->last_action = (uint8_t)(activity->last_action % 255 + 1);
    return (struct start){activity->last_action, REASON_NONE};
}

void activity_enter(uint8_t state)
{
    activity->state = state;
    activity->step = 0;
    activity->attempt = 0;
    activity->step_at = clocks->moving;
}

void activity_go_to(uint8_t step)
{
    activity->step = step;
    activity->step_at = clocks->moving;
}

void activity_next(void)
{
    activity_go_to((uint8_t)(activity->step + 1));
}

uint32_t activity_step_ms(void)
{
    return clocks->moving - activity->step_at;
}

uint8_t activity_step(void)
{
    return activity->sorter == SORTER_SORTING ? (uint8_t)(0x10 | activity->sorter_step) : activity->step;
}

bool activity_moves_hatch(void)
{
    return activity->state == MACHINE_STATE_HOMING || activity->state == MACHINE_STATE_OPENING ||
           activity->state == MACHINE_STATE_CLOSING;
}

uint8_t activity_resting(void)
{
    return activity->sorter == SORTER_STAGED ? MACHINE_STATE_STAGED : MACHINE_STATE_READY;
}

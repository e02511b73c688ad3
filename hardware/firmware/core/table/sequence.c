#include "sequence.h"

#include "../base/activity.h"
#include "../safety/report.h"

void sequence_end(uint8_t outcome)
{
    report_done(activity->action, outcome);
    activity->action = 0;
}

void sequence_finish(uint8_t state)
{
    activity_enter(state);
    sequence_end(OUTCOME_DONE);
}

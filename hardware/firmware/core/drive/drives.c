#include "drives.h"

#include "motor.h"
#include "power.h"
#include "stepper.h"

void drives_off(void)
{
    stepper_halt_all();
    power_off();
    motor_all_off();
    stepper_forget_all();
}

void drives_stop(void)
{
    stepper_brake_all();
    motor_stop_all();
}

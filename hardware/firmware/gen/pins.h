/* Generated from hardware/pins.toml by `python -m hardware.generate`; do not edit. */
#ifndef JANTAKU_PINS_H
#define JANTAKU_PINS_H

#define PIN_HASH 0x87c2e6faUL
#define PIN_TABLE 0x87c2e6faUL /* what a host of the same table says */
#define CLOCK_HZ 16000000UL
#define NOBODY 0xff

enum axis {
    AXIS_DRUM = 0,
    AXIS_PICK0 = 1,
    AXIS_PICK1 = 2,
    AXIS_PICK2 = 3,
    AXIS_PICK3 = 4,
    AXIS_CONV0 = 5,
    AXIS_CONV1 = 6,
    AXIS_CONV2 = 7,
    AXIS_CONV3 = 8,
    AXIS_STACK0 = 9,
    AXIS_STACK1 = 10,
    AXIS_STACK2 = 11,
    AXIS_STACK3 = 12,
    AXIS_LIFT0 = 13,
    AXIS_LIFT1 = 14,
    AXIS_LIFT2 = 15,
    AXIS_LIFT3 = 16,
    AXIS_CENTRE = 17,
    AXIS_DICE = 18,
    AXIS_COUNT = 19
};

enum input {
    IN_STACK0_HOME = 0,
    IN_STACK1_HOME = 1,
    IN_STACK2_HOME = 2,
    IN_STACK3_HOME = 3,
    IN_STACK0_END = 4,
    IN_STACK1_END = 5,
    IN_STACK2_END = 6,
    IN_STACK3_END = 7,
    IN_LIFT0_DOWN = 8,
    IN_LIFT1_DOWN = 9,
    IN_LIFT2_DOWN = 10,
    IN_LIFT3_DOWN = 11,
    IN_LIFT0_UP = 12,
    IN_LIFT1_UP = 13,
    IN_LIFT2_UP = 14,
    IN_LIFT3_UP = 15,
    IN_CENTRE_DOWN = 16,
    IN_CENTRE_UP = 17,
    IN_DRUM_TACH = 18,
    IN_ESTOP = 19,
    IN_LID_OPEN = 20,
    IN_MOTOR_POWER = 21,
    IN_ENTRY0 = 22,
    IN_ENTRY1 = 23,
    IN_ENTRY2 = 24,
    IN_ENTRY3 = 25,
    IN_BACK_UP0 = 26,
    IN_BACK_UP1 = 27,
    IN_BACK_UP2 = 28,
    IN_BACK_UP3 = 29,
    IN_AT_STACK0 = 30,
    IN_AT_STACK1 = 31,
    IN_AT_STACK2 = 32,
    IN_AT_STACK3 = 33,
    IN_ROW_FULL0 = 34,
    IN_ROW_FULL1 = 35,
    IN_ROW_FULL2 = 36,
    IN_ROW_FULL3 = 37,
    IN_HATCH_CLOSED = 38,
    IN_DRIVER_FAULT = 39,
    IN_COUNT = 40
};

enum output {
    OUT_STACK0_STEP = 0,
    OUT_STACK1_STEP = 1,
    OUT_STACK2_STEP = 2,
    OUT_STACK3_STEP = 3,
    OUT_LIFT0_STEP = 4,
    OUT_LIFT1_STEP = 5,
    OUT_LIFT2_STEP = 6,
    OUT_LIFT3_STEP = 7,
    OUT_CENTRE_STEP = 8,
    OUT_STACK0_DIR = 9,
    OUT_STACK1_DIR = 10,
    OUT_STACK2_DIR = 11,
    OUT_STACK3_DIR = 12,
    OUT_LIFT0_DIR = 13,
    OUT_LIFT1_DIR = 14,
    OUT_LIFT2_DIR = 15,
    OUT_LIFT3_DIR = 16,
    OUT_CENTRE_DIR = 17,
    OUT_STACK_ENABLE = 18,
    OUT_LIFT_ENABLE = 19,
    OUT_CENTRE_ENABLE = 20,
    OUT_MOTOR_ENABLE = 21,
    OUT_DRUM_PWM = 22,
    OUT_CONV_PWM = 23,
    OUT_PICK_PWM = 24,
    OUT_LAMP0 = 25,
    OUT_LAMP1 = 26,
    OUT_LAMP2 = 27,
    OUT_LAMP3 = 28,
    OUT_LAMP_STATUS = 29,
    OUT_BUZZER = 30,
    OUT_PICK0_ON = 31,
    OUT_PICK1_ON = 32,
    OUT_PICK2_ON = 33,
    OUT_PICK3_ON = 34,
    OUT_CONV0_FORWARD = 35,
    OUT_CONV1_FORWARD = 36,
    OUT_CONV2_FORWARD = 37,
    OUT_CONV3_FORWARD = 38,
    OUT_CONV0_REVERSE = 39,
    OUT_CONV1_REVERSE = 40,
    OUT_CONV2_REVERSE = 41,
    OUT_CONV3_REVERSE = 42,
    OUT_DRUM_FORWARD = 43,
    OUT_DRUM_REVERSE = 44,
    OUT_DICE_ON = 45,
    OUT_COUNT = 46
};

enum analog {
    ADC_DRUM_CURRENT = 0,
    ADC_LANE0_CURRENT = 1,
    ADC_LANE1_CURRENT = 2,
    ADC_LANE2_CURRENT = 3,
    ADC_LANE3_CURRENT = 4,
    ADC_LIFT_CURRENT = 5,
    ADC_SUPPLY = 6,
    ADC_TEMPERATURE = 7,
    ADC_COUNT = 8
};

/* name, stepper (1) or direct current (0), lane, low end stop, high end stop, enable */
#define AXES(X) \
    X(DRUM, 0, 0xff, 0xff, 0xff, 0xff) \
    X(PICK0, 0, 0, 0xff, 0xff, 0xff) \
    X(PICK1, 0, 1, 0xff, 0xff, 0xff) \
    X(PICK2, 0, 2, 0xff, 0xff, 0xff) \
    X(PICK3, 0, 3, 0xff, 0xff, 0xff) \
    X(CONV0, 0, 0, 0xff, 0xff, 0xff) \
    X(CONV1, 0, 1, 0xff, 0xff, 0xff) \
    X(CONV2, 0, 2, 0xff, 0xff, 0xff) \
    X(CONV3, 0, 3, 0xff, 0xff, 0xff) \
    X(STACK0, 1, 0, IN_STACK0_HOME, IN_STACK0_END, OUT_STACK_ENABLE) \
    X(STACK1, 1, 1, IN_STACK1_HOME, IN_STACK1_END, OUT_STACK_ENABLE) \
    X(STACK2, 1, 2, IN_STACK2_HOME, IN_STACK2_END, OUT_STACK_ENABLE) \
    X(STACK3, 1, 3, IN_STACK3_HOME, IN_STACK3_END, OUT_STACK_ENABLE) \
    X(LIFT0, 1, 0, IN_LIFT0_DOWN, IN_LIFT0_UP, OUT_LIFT_ENABLE) \
    X(LIFT1, 1, 1, IN_LIFT1_DOWN, IN_LIFT1_UP, OUT_LIFT_ENABLE) \
    X(LIFT2, 1, 2, IN_LIFT2_DOWN, IN_LIFT2_UP, OUT_LIFT_ENABLE) \
    X(LIFT3, 1, 3, IN_LIFT3_DOWN, IN_LIFT3_UP, OUT_LIFT_ENABLE) \
    X(CENTRE, 1, 0xff, IN_CENTRE_DOWN, IN_CENTRE_UP, OUT_CENTRE_ENABLE) \
    X(DICE, 0, 0xff, 0xff, 0xff, 0xff)

/* name, port, bit, active high, pull-up of the chip, lane, axis */
#define INPUTS_DIRECT(X) \
    X(STACK0_HOME, A, 0, 1, 1, 0xff, AXIS_STACK0) \
    X(STACK1_HOME, A, 1, 1, 1, 0xff, AXIS_STACK1) \
    X(STACK2_HOME, A, 2, 1, 1, 0xff, AXIS_STACK2) \
    X(STACK3_HOME, A, 3, 1, 1, 0xff, AXIS_STACK3) \
    X(STACK0_END, A, 4, 1, 1, 0xff, AXIS_STACK0) \
    X(STACK1_END, A, 5, 1, 1, 0xff, AXIS_STACK1) \
    X(STACK2_END, A, 6, 1, 1, 0xff, AXIS_STACK2) \
    X(STACK3_END, A, 7, 1, 1, 0xff, AXIS_STACK3) \
    X(LIFT0_DOWN, K, 0, 1, 1, 0xff, AXIS_LIFT0) \
    X(LIFT1_DOWN, K, 1, 1, 1, 0xff, AXIS_LIFT1) \
    X(LIFT2_DOWN, K, 2, 1, 1, 0xff, AXIS_LIFT2) \
    X(LIFT3_DOWN, K, 3, 1, 1, 0xff, AXIS_LIFT3) \
    X(LIFT0_UP, K, 4, 1, 1, 0xff, AXIS_LIFT0) \
    X(LIFT1_UP, K, 5, 1, 1, 0xff, AXIS_LIFT1) \
    X(LIFT2_UP, K, 6, 1, 1, 0xff, AXIS_LIFT2) \
    X(LIFT3_UP, K, 7, 1, 1, 0xff, AXIS_LIFT3) \
    X(CENTRE_DOWN, L, 0, 1, 1, 0xff, AXIS_CENTRE) \
    X(CENTRE_UP, L, 1, 1, 1, 0xff, AXIS_CENTRE) \
    X(DRUM_TACH, D, 1, 0, 1, 0xff, AXIS_DRUM) \
    X(ESTOP, D, 0, 1, 1, 0xff, 0xff) \
    X(LID_OPEN, D, 2, 1, 1, 0xff, 0xff) \
    X(MOTOR_POWER, D, 3, 0, 1, 0xff, 0xff)

/* name, place in the chain of 74HC165 (byte times 8 plus bit), active high, lane, axis */
#define INPUTS_SHIFTED(X) \
    X(ENTRY0, 0, 0, 0, AXIS_PICK0) \
    X(ENTRY1, 1, 0, 1, AXIS_PICK1) \
    X(ENTRY2, 2, 0, 2, AXIS_PICK2) \
    X(ENTRY3, 3, 0, 3, AXIS_PICK3) \
    X(BACK_UP0, 4, 0, 0, AXIS_CONV0) \
    X(BACK_UP1, 5, 0, 1, AXIS_CONV1) \
    X(BACK_UP2, 6, 0, 2, AXIS_CONV2) \
    X(BACK_UP3, 7, 0, 3, AXIS_CONV3) \
    X(AT_STACK0, 8, 0, 0, AXIS_CONV0) \
    X(AT_STACK1, 9, 0, 1, AXIS_CONV1) \
    X(AT_STACK2, 10, 0, 2, AXIS_CONV2) \
    X(AT_STACK3, 11, 0, 3, AXIS_CONV3) \
    X(ROW_FULL0, 12, 0, 0, AXIS_STACK0) \
    X(ROW_FULL1, 13, 0, 1, AXIS_STACK1) \
    X(ROW_FULL2, 14, 0, 2, AXIS_STACK2) \
    X(ROW_FULL3, 15, 0, 3, AXIS_STACK3) \
    X(HATCH_CLOSED, 16, 0, 0xff, AXIS_CENTRE) \
    X(DRIVER_FAULT, 17, 1, 0xff, 0xff)

/* name, port, bit, active high, level in reset and after a stop */
#define OUTPUTS_DIRECT(X) \
    X(STACK0_STEP, B, 5, 1, 0) \
    X(STACK1_STEP, B, 6, 1, 0) \
    X(STACK2_STEP, B, 7, 1, 0) \
    X(STACK3_STEP, E, 3, 1, 0) \
    X(LIFT0_STEP, E, 4, 1, 0) \
    X(LIFT1_STEP, E, 5, 1, 0) \
    X(LIFT2_STEP, H, 3, 1, 0) \
    X(LIFT3_STEP, H, 4, 1, 0) \
    X(CENTRE_STEP, H, 5, 1, 0) \
    X(STACK0_DIR, C, 0, 1, 0) \
    X(STACK1_DIR, C, 1, 1, 0) \
    X(STACK2_DIR, C, 2, 1, 0) \
    X(STACK3_DIR, C, 3, 1, 0) \
    X(LIFT0_DIR, C, 4, 1, 0) \
    X(LIFT1_DIR, C, 5, 1, 0) \
    X(LIFT2_DIR, C, 6, 1, 0) \
    X(LIFT3_DIR, C, 7, 1, 0) \
    X(CENTRE_DIR, L, 7, 1, 0) \
    X(STACK_ENABLE, G, 0, 0, 1) \
    X(LIFT_ENABLE, G, 1, 0, 1) \
    X(CENTRE_ENABLE, G, 2, 0, 1) \
    X(MOTOR_ENABLE, G, 5, 1, 0) \
    X(DRUM_PWM, L, 3, 1, 0) \
    X(CONV_PWM, L, 4, 1, 0) \
    X(PICK_PWM, L, 5, 1, 0) \
    X(LAMP0, J, 0, 1, 0) \
    X(LAMP1, J, 1, 1, 0) \
    X(LAMP2, H, 0, 1, 0) \
    X(LAMP3, H, 1, 1, 0) \
    X(LAMP_STATUS, B, 4, 1, 0) \
    X(BUZZER, H, 6, 1, 0)

/* name, place in the chain of 74HC595 (byte times 8 plus bit), active high */
#define OUTPUTS_SHIFTED(X) \
    X(PICK0_ON, 0, 1) \
    X(PICK1_ON, 1, 1) \
    X(PICK2_ON, 2, 1) \
    X(PICK3_ON, 3, 1) \
    X(CONV0_FORWARD, 4, 1) \
    X(CONV1_FORWARD, 5, 1) \
    X(CONV2_FORWARD, 6, 1) \
    X(CONV3_FORWARD, 7, 1) \
    X(CONV0_REVERSE, 8, 1) \
    X(CONV1_REVERSE, 9, 1) \
    X(CONV2_REVERSE, 10, 1) \
    X(CONV3_REVERSE, 11, 1) \
    X(DRUM_FORWARD, 12, 1) \
    X(DRUM_REVERSE, 13, 1) \
    X(DICE_ON, 14, 1)

/* axis, timer, channel, step output, direction output */
#define STEPPERS(X) \
    X(STACK0, 1, A, STACK0_STEP, STACK0_DIR) \
    X(STACK1, 1, B, STACK1_STEP, STACK1_DIR) \
    X(STACK2, 1, C, STACK2_STEP, STACK2_DIR) \
    X(STACK3, 3, A, STACK3_STEP, STACK3_DIR) \
    X(LIFT0, 3, B, LIFT0_STEP, LIFT0_DIR) \
    X(LIFT1, 3, C, LIFT1_STEP, LIFT1_DIR) \
    X(LIFT2, 4, A, LIFT2_STEP, LIFT2_DIR) \
    X(LIFT3, 4, B, LIFT3_STEP, LIFT3_DIR) \
    X(CENTRE, 4, C, CENTRE_STEP, CENTRE_DIR)

/* output, timer, channel */
#define PWMS(X) \
    X(DRUM_PWM, 5, A) \
    X(CONV_PWM, 5, B) \
    X(PICK_PWM, 5, C)

/* name, channel, full scale at 5 V (mA, mV, 0.1 degree), lane, axis */
#define ANALOGS(X) \
    X(DRUM_CURRENT, 0, 5000, 0xff, AXIS_DRUM) \
    X(LANE0_CURRENT, 1, 2500, 0, 0xff) \
    X(LANE1_CURRENT, 2, 2500, 1, 0xff) \
    X(LANE2_CURRENT, 3, 2500, 2, 0xff) \
    X(LANE3_CURRENT, 4, 2500, 3, 0xff) \
    X(LIFT_CURRENT, 5, 10000, 0xff, 0xff) \
    X(SUPPLY, 6, 36000, 0xff, 0xff) \
    X(TEMPERATURE, 7, 2500, 0xff, 0xff)

/* name, port, bit, output (1) or input (0) */
#define BUSES(X) \
    X(RXD, E, 0, 0) \
    X(TXD, E, 1, 1) \
    X(MISO, B, 3, 0) \
    X(MOSI, B, 2, 1) \
    X(SCK, B, 1, 1) \
    X(LATCH, B, 0, 1) \
    X(LOAD, D, 7, 1)

/* input, model of the plant, taken for asserted when its wire is cut */
#define INPUT_MODELS(X) \
    X(STACK0_HOME, LIMIT, 1) \
    X(STACK1_HOME, LIMIT, 1) \
    X(STACK2_HOME, LIMIT, 1) \
    X(STACK3_HOME, LIMIT, 1) \
    X(STACK0_END, LIMIT, 1) \
    X(STACK1_END, LIMIT, 1) \
    X(STACK2_END, LIMIT, 1) \
    X(STACK3_END, LIMIT, 1) \
    X(LIFT0_DOWN, LIMIT, 1) \
    X(LIFT1_DOWN, LIMIT, 1) \
    X(LIFT2_DOWN, LIMIT, 1) \
    X(LIFT3_DOWN, LIMIT, 1) \
    X(LIFT0_UP, LIMIT, 1) \
    X(LIFT1_UP, LIMIT, 1) \
    X(LIFT2_UP, LIMIT, 1) \
    X(LIFT3_UP, LIMIT, 1) \
    X(CENTRE_DOWN, LIMIT, 1) \
    X(CENTRE_UP, LIMIT, 1) \
    X(DRUM_TACH, TACH, 0) \
    X(ESTOP, CHAIN, 1) \
    X(LID_OPEN, CHAIN, 1) \
    X(MOTOR_POWER, CONTACT, 0) \
    X(ENTRY0, PHOTO, 0) \
    X(ENTRY1, PHOTO, 0) \
    X(ENTRY2, PHOTO, 0) \
    X(ENTRY3, PHOTO, 0) \
    X(BACK_UP0, HALL, 0) \
    X(BACK_UP1, HALL, 0) \
    X(BACK_UP2, HALL, 0) \
    X(BACK_UP3, HALL, 0) \
    X(AT_STACK0, PHOTO, 0) \
    X(AT_STACK1, PHOTO, 0) \
    X(AT_STACK2, PHOTO, 0) \
    X(AT_STACK3, PHOTO, 0) \
    X(ROW_FULL0, PHOTO, 0) \
    X(ROW_FULL1, PHOTO, 0) \
    X(ROW_FULL2, PHOTO, 0) \
    X(ROW_FULL3, PHOTO, 0) \
    X(HATCH_CLOSED, CONTACT, 0) \
    X(DRIVER_FAULT, DRIVER_FAULT, 1)

#define CHAIN_IN_BYTES 3
#define CHAIN_OUT_BYTES 2
#define LANES 4

#endif

/* Generated from message, faults and settings of firmware_bridge by
   `python -m hardware.generate`; do not edit. */
#ifndef JANTAKU_MESSAGES_H
#define JANTAKU_MESSAGES_H

#include <stdint.h>

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 4
#define SCHEMA_HASH 0x5ba4u /* seed of every frame's checksum but HELLO's */
#define HELLO_SEED 0xffffu
#define BAUD 250000UL
#define NONE 0xff
#define MAX_PAYLOAD 56
#define EVENT_QUEUE 32
#define EVENT_RETRY_MS 100
#define STATUS_MS 100
#define HOLD_MS 300
#define POWER_OFF_MS 2000

enum frame_type {
    FRAME_TYPE_HELLO = 0,
    FRAME_TYPE_COMMAND = 1,
    FRAME_TYPE_REPLY = 2,
    FRAME_TYPE_EVENT = 3,
    FRAME_TYPE_ACK = 4,
    FRAME_TYPE_STOP = 5,
};

enum machine_state {
    MACHINE_STATE_BOOT = 0,
    MACHINE_STATE_UNHOMED = 1,
    MACHINE_STATE_HOMING = 2,
    MACHINE_STATE_READY = 3,
    MACHINE_STATE_OPENING = 4,
    MACHINE_STATE_INTAKE = 5,
    MACHINE_STATE_CLOSING = 6,
    MACHINE_STATE_SORTING = 7,
    MACHINE_STATE_STAGED = 8,
    MACHINE_STATE_RAISING = 9,
    MACHINE_STATE_PRESENTED = 10,
    MACHINE_STATE_LOWERING = 11,
    MACHINE_STATE_HOLD = 12,
    MACHINE_STATE_RECOVERING = 13,
    MACHINE_STATE_FAULT = 14,
    MACHINE_STATE_ESTOP = 15,
    MACHINE_STATE_SERVICE = 16,
};

enum sorter {
    SORTER_EMPTY = 0,
    SORTER_SORTING = 1,
    SORTER_STAGED = 2,
};

enum answer {
    ANSWER_DONE = 0,
    ANSWER_ACCEPTED = 1,
    ANSWER_REFUSED = 2,
};

enum reason {
    REASON_NONE = 0,
    REASON_STATE = 1,
    REASON_UNHOMED = 2,
    REASON_INTERLOCK = 3,
    REASON_ARGUMENT = 4,
    REASON_BUSY = 5,
    REASON_LEASE = 6,
    REASON_CONFIG = 7,
    REASON_PINS = 8,
    REASON_SUPPLY = 9,
    REASON_UNKNOWN = 10,
    REASON_QUEUE = 11,
    REASON_PRESS = 12,
};

enum outcome {
    OUTCOME_DONE = 0,
    OUTCOME_RECOVERING = 1,
    OUTCOME_CLEARED = 2,
    OUTCOME_LATCHED = 3,
    OUTCOME_WARNING = 4,
    OUTCOME_STOPPED = 5,
    OUTCOME_RECORDED = 6,
};

enum verdict {
    VERDICT_PASS = 0,
    VERDICT_FAIL = 1,
    VERDICT_SKIPPED = 2,
};

enum reset_cause {
    RESET_CAUSE_POWER = 0,
    RESET_CAUSE_EXTERNAL = 1,
    RESET_CAUSE_BROWNOUT = 2,
    RESET_CAUSE_WATCHDOG = 3,
};

enum build {
    BUILD_AVR = 0,
    BUILD_NATIVE = 1,
    BUILD_PYTHON = 2,
    BUILD_STM32 = 3,
};

enum flag {
    FLAG_SUPPLY = 1,
    FLAG_LEASE = 2,
    FLAG_HATCH_OPEN = 4,
    FLAG_ESTOP = 8,
    FLAG_LID_OPEN = 16,
    FLAG_PINS_AGREE = 32,
    FLAG_ASKED = 64,
    FLAG_BEGUN = 128,
};

enum code {
    CODE_HOST_HELLO = 0x00,
    CODE_HEARTBEAT = 0x01,
    CODE_STOP = 0x02,
    CODE_HOME = 0x10,
    CODE_COLLECT = 0x11,
    CODE_CLOSE = 0x12,
    CODE_SHUFFLE = 0x13,
    CODE_RAISE = 0x14,
    CODE_LOWER = 0x15,
    CODE_THROW_DICE = 0x16,
    CODE_CLEAR_FAULT = 0x17,
    CODE_PRESS = 0x18,
    CODE_SERVICE = 0x20,
    CODE_JOG = 0x21,
    CODE_MOVE = 0x22,
    CODE_SELF_TEST = 0x23,
    CODE_CONFIGURE = 0x30,
    CODE_COMMIT_CONFIG = 0x31,
    CODE_READ_FAULTS = 0x38,
    CODE_READ_COUNTERS = 0x39,
    CODE_WATCH = 0x3a,
    CODE_MACHINE_HELLO = 0x80,
    CODE_REPLY = 0x81,
    CODE_STATUS = 0x82,
    CODE_TELEMETRY = 0x83,
    CODE_DONE = 0x84,
    CODE_WALLS_PRESENTED = 0x85,
    CODE_DICE_FELL = 0x86,
    CODE_FAULT = 0x87,
    CODE_PART_TESTED = 0x88,
    CODE_COUNTERS = 0x89,
};

struct __attribute__((packed)) msg_host_hello {
    uint8_t magic[2];
    uint8_t major;
    uint8_t minor;
    uint16_t schema;
    uint32_t pins;
    uint16_t session;
};
_Static_assert(sizeof(struct msg_host_hello) == 12, "msg_host_hello");

struct __attribute__((packed)) msg_heartbeat {
    uint16_t lease_ms;
};
_Static_assert(sizeof(struct msg_heartbeat) == 2, "msg_heartbeat");

struct __attribute__((packed)) msg_collect {
    uint8_t set;
};
_Static_assert(sizeof(struct msg_collect) == 1, "msg_collect");

struct __attribute__((packed)) msg_service {
    uint8_t on;
};
_Static_assert(sizeof(struct msg_service) == 1, "msg_service");

struct __attribute__((packed)) msg_jog {
    uint8_t axis;
    uint8_t forward;
    uint16_t hold_ms;
};
_Static_assert(sizeof(struct msg_jog) == 4, "msg_jog");

struct __attribute__((packed)) msg_move {
    uint8_t axis;
    int16_t target;
    uint16_t speed;
    uint16_t acceleration;
    uint8_t until;
    uint16_t deadline_ms;
};
_Static_assert(sizeof(struct msg_move) == 10, "msg_move");

struct __attribute__((packed)) msg_self_test {
    uint8_t axis;
};
_Static_assert(sizeof(struct msg_self_test) == 1, "msg_self_test");

struct __attribute__((packed)) msg_configure {
    uint8_t key;
    int32_t value;
};
_Static_assert(sizeof(struct msg_configure) == 5, "msg_configure");

struct __attribute__((packed)) msg_commit_config {
    uint16_t crc;
};
_Static_assert(sizeof(struct msg_commit_config) == 2, "msg_commit_config");

struct __attribute__((packed)) msg_watch {
    uint16_t period_ms;
};
_Static_assert(sizeof(struct msg_watch) == 2, "msg_watch");

struct __attribute__((packed)) msg_machine_hello {
    uint8_t magic[2];
    uint8_t major;
    uint8_t minor;
    uint16_t schema;
    uint32_t pins;
    uint16_t config;
    uint8_t firmware[4];
    uint8_t dirty;
    uint8_t build;
    uint8_t cause;
    uint16_t boots;
    uint16_t life;
    uint8_t fault;
    uint32_t uptime_ms;
};
_Static_assert(sizeof(struct msg_machine_hello) == 28, "msg_machine_hello");

struct __attribute__((packed)) msg_reply {
    uint8_t answer;
    uint8_t reason;
    uint8_t action;
};
_Static_assert(sizeof(struct msg_reply) == 3, "msg_reply");

struct __attribute__((packed)) msg_status {
    uint8_t state;
    uint8_t sorter;
    uint8_t drum_set;
    uint8_t row_set;
    uint8_t standing_set;
    uint8_t action;
    uint8_t step;
    uint8_t percent;
    uint8_t fault;
    uint8_t axis;
    uint8_t flags;
    uint8_t stacks[4];
    uint32_t homed;
    uint8_t inputs[5];
    uint32_t uptime_ms;
};
_Static_assert(sizeof(struct msg_status) == 28, "msg_status");

struct __attribute__((packed)) msg_telemetry {
    int16_t positions[9];
    uint16_t analogs[8];
    uint16_t drum_rpm;
    uint8_t asserted[5];
    uint8_t released[5];
};
_Static_assert(sizeof(struct msg_telemetry) == 46, "msg_telemetry");

struct __attribute__((packed)) msg_done {
    uint8_t action;
    uint8_t outcome;
};
_Static_assert(sizeof(struct msg_done) == 2, "msg_done");

struct __attribute__((packed)) msg_walls_presented {
    uint8_t stacks[4];
    uint8_t set;
};
_Static_assert(sizeof(struct msg_walls_presented) == 5, "msg_walls_presented");

struct __attribute__((packed)) msg_dice_fell {
    uint8_t dice[2];
    uint8_t spun;
};
_Static_assert(sizeof(struct msg_dice_fell) == 3, "msg_dice_fell");

struct __attribute__((packed)) msg_fault {
    uint8_t code;
    uint8_t axis;
    uint8_t outcome;
    uint8_t attempt;
    uint8_t state;
    uint8_t step;
    uint8_t action;
    int16_t detail;
    uint16_t current;
    uint8_t before[5];
    uint8_t after[5];
    uint32_t at_ms;
    uint16_t cycle;
};
_Static_assert(sizeof(struct msg_fault) == 27, "msg_fault");

struct __attribute__((packed)) msg_part_tested {
    uint8_t axis;
    uint8_t input;
    uint8_t verdict;
    int16_t measured;
};
_Static_assert(sizeof(struct msg_part_tested) == 5, "msg_part_tested");

struct __attribute__((packed)) msg_counters {
    uint16_t cycles;
    uint16_t boots;
    uint16_t watchdogs;
    uint16_t recovered;
    uint16_t latched;
    uint16_t damaged;
    uint16_t repeated;
    uint16_t overflows;
    uint16_t longest_loop_us;
    uint16_t free_ram;
};
_Static_assert(sizeof(struct msg_counters) == 20, "msg_counters");

enum fault {
    FAULT_NONE = 0,
    FAULT_HOST_LOST = 0x01,
    FAULT_WATCHDOG_RESET = 0x02,
    FAULT_BROWNOUT = 0x03,
    FAULT_ESTOP = 0x04,
    FAULT_LID_OPEN = 0x05,
    FAULT_CONFIG = 0x06,
    FAULT_EVENT_OVERFLOW = 0x07,
    FAULT_MOTOR_SUPPLY = 0x08,
    FAULT_DRIVER_FAULT = 0x09,
    FAULT_DRUM_STALL = 0x10,
    FAULT_DRUM_NO_TACH = 0x11,
    FAULT_DRUM_OVERCURRENT = 0x12,
    FAULT_HATCH_NOT_CLOSED = 0x13,
    FAULT_LANE_JAM = 0x20, /* + lane */
    FAULT_PICK_STARVED = 0x24, /* + lane */
    FAULT_LANE_FULL_EARLY = 0x28, /* + lane */
    FAULT_FACE_UP = 0x2c, /* + lane */
    FAULT_STACK_HOME = 0x30, /* + lane */
    FAULT_STACK_STALL = 0x34, /* + lane */
    FAULT_STACK_SINGLE = 0x38, /* + lane */
    FAULT_LIFT_TIMEOUT = 0x40, /* + lane */
    FAULT_LIFT_NOT_LEVEL = 0x44,
    FAULT_LIFT_PINCH = 0x48, /* + lane */
    FAULT_CENTRE_TIMEOUT = 0x50,
    FAULT_CENTRE_PINCH = 0x51,
    FAULT_COUNT_SHORT = 0x60,
    FAULT_COUNT_OVER = 0x61,
    FAULT_SET_MIXED = 0x62,
    FAULT_OTHER_SET = 0x63,
    FAULT_SENSOR_STUCK = 0x70,
    FAULT_SENSOR_IMPLAUSIBLE = 0x71,
    FAULT_AXIS_RUNAWAY = 0x72,
    FAULT_AXIS_DEAD = 0x73,
    FAULT_SENSOR_DIRTY = 0x78,
    FAULT_SLOW_SORT = 0x79,
    FAULT_OVERTEMP = 0x80,
    FAULT_DICE_FAIL = 0x90,
};
enum fault_class {
    CLASS_RETRY = 0,
    CLASS_OPERATOR = 1,
    CLASS_LOCKOUT = 2,
    CLASS_WARNING = 3,
};

/* name, class, attempts of the machine itself, one number per lane */
#define FAULTS(X) \
    X(HOST_LOST, CLASS_RETRY, 0, 0) \
    X(WATCHDOG_RESET, CLASS_LOCKOUT, 0, 0) \
    X(BROWNOUT, CLASS_OPERATOR, 0, 0) \
    X(ESTOP, CLASS_LOCKOUT, 0, 0) \
    X(LID_OPEN, CLASS_OPERATOR, 0, 0) \
    X(CONFIG, CLASS_LOCKOUT, 0, 0) \
    X(EVENT_OVERFLOW, CLASS_RETRY, 0, 0) \
    X(MOTOR_SUPPLY, CLASS_OPERATOR, 0, 0) \
    X(DRIVER_FAULT, CLASS_OPERATOR, 0, 0) \
    X(DRUM_STALL, CLASS_RETRY, 3, 0) \
    X(DRUM_NO_TACH, CLASS_OPERATOR, 0, 0) \
    X(DRUM_OVERCURRENT, CLASS_RETRY, 3, 0) \
    X(HATCH_NOT_CLOSED, CLASS_RETRY, 1, 0) \
    X(LANE_JAM, CLASS_RETRY, 3, 1) \
    X(PICK_STARVED, CLASS_RETRY, 3, 1) \
    X(LANE_FULL_EARLY, CLASS_RETRY, 1, 1) \
    X(FACE_UP, CLASS_RETRY, 3, 1) \
    X(STACK_HOME, CLASS_RETRY, 2, 1) \
    X(STACK_STALL, CLASS_RETRY, 2, 1) \
    X(STACK_SINGLE, CLASS_RETRY, 2, 1) \
    X(LIFT_TIMEOUT, CLASS_RETRY, 1, 1) \
    X(LIFT_NOT_LEVEL, CLASS_RETRY, 1, 0) \
    X(LIFT_PINCH, CLASS_OPERATOR, 0, 1) \
    X(CENTRE_TIMEOUT, CLASS_RETRY, 1, 0) \
    X(CENTRE_PINCH, CLASS_OPERATOR, 0, 0) \
    X(COUNT_SHORT, CLASS_OPERATOR, 0, 0) \
    X(COUNT_OVER, CLASS_OPERATOR, 0, 0) \
    X(SET_MIXED, CLASS_OPERATOR, 0, 0) \
    X(OTHER_SET, CLASS_OPERATOR, 0, 0) \
    X(SENSOR_STUCK, CLASS_RETRY, 1, 0) \
    X(SENSOR_IMPLAUSIBLE, CLASS_RETRY, 1, 0) \
    X(AXIS_RUNAWAY, CLASS_LOCKOUT, 0, 0) \
    X(AXIS_DEAD, CLASS_OPERATOR, 0, 0) \
    X(SENSOR_DIRTY, CLASS_WARNING, 0, 0) \
    X(SLOW_SORT, CLASS_WARNING, 0, 0) \
    X(OVERTEMP, CLASS_OPERATOR, 0, 0) \
    X(DICE_FAIL, CLASS_RETRY, 1, 0)

enum setting {
    SET_TILES_PER_LANE = 0,
    SET_DRUM_DUTY = 1,
    SET_DRUM_SLOW_DUTY = 2,
    SET_CONV_DUTY = 3,
    SET_CONV_SLOW_DUTY = 4,
    SET_PICK_DUTY = 5,
    SET_STACK_SPEED = 6,
    SET_STACK_ACCELERATION = 7,
    SET_STACK_TRAVEL = 8,
    SET_LIFT_SPEED = 9,
    SET_LIFT_ACCELERATION = 10,
    SET_LIFT_TRAVEL = 11,
    SET_CENTRE_SPEED = 12,
    SET_CENTRE_ACCELERATION = 13,
    SET_CENTRE_TRAVEL = 14,
    SET_HOME_SPEED = 15,
    SET_PINCH_BACK = 16,
    SET_DRUM_MAX_CURRENT = 17,
    SET_LANE_MAX_CURRENT = 18,
    SET_PINCH_CURRENT = 19,
    SET_SORT_DEADLINE = 20,
    SET_LIFT_DEADLINE = 21,
    SET_CENTRE_DEADLINE = 22,
    SET_DICE_TIME = 23,
    SET_STARTS_PER_100_MS = 24,
    SET_MAX_TEMPERATURE = 25,
    SET_MIN_SUPPLY = 26,
    SET_COUNT = 27
};

#define DEFAULT_CONFIG 0x7579u /* checksum of the defaults */
/* name, default, lowest, highest */
#define SETTINGS(X) \
    X(TILES_PER_LANE, 34L, 2L, 40L) \
    X(DRUM_DUTY, 70L, 10L, 100L) \
    X(DRUM_SLOW_DUTY, 35L, 10L, 100L) \
    X(CONV_DUTY, 80L, 10L, 100L) \
    X(CONV_SLOW_DUTY, 40L, 10L, 100L) \
    X(PICK_DUTY, 80L, 10L, 100L) \
    X(STACK_SPEED, 4000L, 100L, 8000L) \
    X(STACK_ACCELERATION, 40000L, 1000L, 100000L) \
    X(STACK_TRAVEL, 800L, 100L, 8000L) \
    X(LIFT_SPEED, 2000L, 100L, 8000L) \
    X(LIFT_ACCELERATION, 10000L, 1000L, 100000L) \
    X(LIFT_TRAVEL, 4000L, 100L, 20000L) \
    X(CENTRE_SPEED, 2000L, 100L, 8000L) \
    X(CENTRE_ACCELERATION, 10000L, 1000L, 100000L) \
    X(CENTRE_TRAVEL, 3000L, 100L, 20000L) \
    X(HOME_SPEED, 800L, 50L, 2000L) \
    X(PINCH_BACK, 250L, 0L, 1000L) \
    X(DRUM_MAX_CURRENT, 3000L, 500L, 4500L) \
    X(LANE_MAX_CURRENT, 1500L, 200L, 2300L) \
    X(PINCH_CURRENT, 800L, 200L, 2300L) \
    X(SORT_DEADLINE, 150000L, 10000L, 600000L) \
    X(LIFT_DEADLINE, 6000L, 500L, 20000L) \
    X(CENTRE_DEADLINE, 5000L, 500L, 20000L) \
    X(DICE_TIME, 1500L, 200L, 5000L) \
    X(STARTS_PER_100_MS, 3L, 1L, 19L) \
    X(MAX_TEMPERATURE, 700L, 300L, 900L) \
    X(MIN_SUPPLY, 21000L, 15000L, 24000L)

#endif

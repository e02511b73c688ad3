#include "input.h"

#include <string.h>

#include "clocks.h"

REMEMBERED(struct inputs, inputs, 1);

void input_tick(void)
{
    struct inputs *s = inputs;

    memcpy(s->earlier[1], s->earlier[0], INPUT_BYTES);
    memcpy(s->earlier[0], s->raw, INPUT_BYTES);
    hal_read_inputs(s->raw);
    for (uint8_t i = 0; i < INPUT_BYTES; i++) {
        uint8_t changing = (s->raw[i] ^ s->earlier[0][i]) | (s->raw[i] ^ s->earlier[1][i]);

        s->stable[i] = (uint8_t)((s->stable[i] & changing) | (s->raw[i] & ~changing));
        s->asserted[i] |= s->stable[i];
        s->released[i] |= (uint8_t)~s->stable[i];
    }
    if (clocks->tenth)
        return;
    memcpy(s->history[s->place], s->stable, INPUT_BYTES);
    s->place = (uint8_t)((s->place + 1) % INPUT_HISTORY);
}

static bool bit(const uint8_t *words, uint8_t input)
{
    return (words[input >> 3] >> (input & 7)) & 1;
}

bool in(uint8_t input)
{
    return bit(inputs->stable, input);
}

bool in_fast(uint8_t input)
{
    return bit(inputs->raw, input) && bit(inputs->earlier[0], input);
}

void input_forget(void)
{
    memset(inputs->asserted, 0, INPUT_BYTES);
    memset(inputs->released, 0, INPUT_BYTES);
}

const uint8_t *input_before(void)
{
    return inputs->history[inputs->place];
}

#include "consent.h"

REMEMBERED(struct consent, consent, 1);

#define FRESH_MS 2000

void consent_give(void)
{
    consent->given = true;
    consent->since_ms = 0;
}

void consent_withdraw(void)
{
    consent->ended |= consent->given;
    consent->given = false;
}

bool consent_fresh(void)
{
    return consent->given && consent->since_ms < FRESH_MS;
}

bool consent_tick(void)
{
    bool ended = consent->ended;

    consent->ended = false;
    if (consent->since_ms < FRESH_MS)
        consent->since_ms++;
    return ended;
}

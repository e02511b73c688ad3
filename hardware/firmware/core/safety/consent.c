#include "consent.h"

REMEMBERED(struct consent, consent, 1);

#define FRESH_MS 2000
#define BARRED_MS 600 /* a press is on its way to the machine for less: the host forgets it after 500 */

void consent_give(void)
{
    if (consent->barred_ms)
        return;
    consent->given = true;
    consent->since_ms = 0;
}

void consent_withdraw(void)
{
    consent->ended |= consent->given;
    consent->given = false;
}

void consent_bar(void)
{
    consent_withdraw();
    consent->barred_ms = BARRED_MS;
}

bool consent_fresh(void)
{
    return consent->given && consent->since_ms < FRESH_MS;
}

bool consent_tick(void)
{
    bool ended = consent->ended;

    consent->ended = false;
    if (consent->barred_ms)
        consent->barred_ms--;
    if (consent->since_ms < FRESH_MS)
        consent->since_ms++;
    return ended;
}

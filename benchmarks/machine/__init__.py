"""The machine's figures: the firmware itself in its plant, native and in a simulated ATmega2560."""

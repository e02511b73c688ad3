"""New firmware for the machine: images, the bootloader's end of the line, and programmers for a blank
board."""

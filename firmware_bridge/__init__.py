"""The machine: messages, link and devices. Knows motors and buttons, not mahjong."""

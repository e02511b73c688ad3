"""Makes everything that follows from `hardware/pins.toml` and from the message table of `firmware_bridge`."""

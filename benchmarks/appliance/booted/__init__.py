"""The appliance on a Debian that runs: its own systemd, udev and polkit, in a container."""

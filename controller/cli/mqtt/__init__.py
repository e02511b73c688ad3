"""`jantaku mqtt`: brokers, accounts of devices, tools for authors of displays."""

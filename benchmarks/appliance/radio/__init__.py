"""Wi-Fi of the image in a virtual machine, with radios that the kernel simulates."""

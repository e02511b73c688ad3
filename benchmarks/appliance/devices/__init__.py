"""A table with all its devices in a virtual machine: those of its kernel, and the machine at USB."""

"""What people read: refusals, alerts, the machine's faults, and the words of the code in the catalogues."""

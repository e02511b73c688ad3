"""Small faults put into the code one at a time, to see whether the tests notice them."""

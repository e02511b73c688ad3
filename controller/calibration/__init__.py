"""The camera calibrated on a page while the table runs."""

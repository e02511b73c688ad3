"""Versions of the program side by side: installed from one signed file, tried, kept or taken back."""

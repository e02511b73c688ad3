"""A tournament as pages receive it, as plain data."""

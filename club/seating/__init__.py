"""Who plays with whom, at which wind and table (K-SEAT): pure functions of players, history and a seed."""

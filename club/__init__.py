"""Many tables: tournaments, seating, clock and standings. Meets the tables by topics only."""

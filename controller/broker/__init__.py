"""Where messages go: the table's own mosquitto, a club's, their certificates and accounts."""

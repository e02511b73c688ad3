"""The process of a club: it receives and logs what the tables played, and sends them what is next."""

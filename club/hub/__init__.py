"""The process of a club: hears the tables, logs what they played, and tells them what is next."""

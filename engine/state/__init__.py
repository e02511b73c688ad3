"""What is on the table: events and the state of a hand, and what can be read off them."""

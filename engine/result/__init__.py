"""How a hand is settled and how the game goes on: payments, drawn hands, places."""

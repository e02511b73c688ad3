"""Who somebody is and what they may do: accounts, signing in, sessions, roles, and one table of rights."""

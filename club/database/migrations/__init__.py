"""How a database of any older version becomes one of today's: one module each step, in their order."""

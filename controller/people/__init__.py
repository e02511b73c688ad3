"""What people decide at a table: panels, confirmation, rulings, requests, the clock."""

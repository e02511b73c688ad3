"""What people decide at a table: rulings, requests, the referee's desk."""

"""What POV-Ray draws: pictures that share no code with our renderer."""

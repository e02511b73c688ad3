"""The guided self-test: everything that the machine can try alone, and one act of a person for the rest."""

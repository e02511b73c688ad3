"""What every long-running process of ours needs, the table's and the club's alike."""

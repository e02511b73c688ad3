"""Commands of a computer that is a table: installing, updating, backups, a report for who helps."""

"""A computer as the appliance of a table: installed, backed up, looked after; docs/appliance.md."""

"""What the screen of one seat is sent: a plan of the table, snapshots and events, as plain data."""

"""What a table needs of its computer, broker and camera, checked one by one."""

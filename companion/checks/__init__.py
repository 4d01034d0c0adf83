"""What the doctor looks at: one part of the table a file. Each tells how it is, and what to do about it."""

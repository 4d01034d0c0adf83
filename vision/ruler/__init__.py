"""The ruler: lens, pitch and bases in a picture, in millimetres on the table. What rules make of them is in measure."""

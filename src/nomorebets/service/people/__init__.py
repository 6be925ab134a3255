"""People of the house: who they are, what they may do, what they have."""

"""What patrons are given to read at a table: gaming guide, rack card, sign and the layout's inscriptions."""

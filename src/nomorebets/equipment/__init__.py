"""What lies on the table: cards, tiles, dice, wheels, the stack they come from and who has had them."""

"""What decisions of Lunar Poker are worth, hand by hand: what compiled counts, guesses and samples are made of."""

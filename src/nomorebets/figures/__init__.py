"""What is asked of the mathematics: odds, best play, advice, simulation, books held against theory."""

"""What nobody may see is looked for in everything that leaves the house, and in everything that it writes down."""

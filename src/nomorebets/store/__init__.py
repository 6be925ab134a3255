"""Where histories are kept, and how they prove themselves."""

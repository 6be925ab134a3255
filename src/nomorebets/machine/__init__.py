"""What the computer has to offer: workers, a cache, a compiler."""

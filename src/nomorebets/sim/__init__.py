"""Simulation: what the games' own kernels share."""

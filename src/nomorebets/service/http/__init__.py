"""The service over HTTP: one table of routes, each with who may use it and what goes in and comes out."""

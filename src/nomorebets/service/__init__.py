"""The table service: a house of tables that people reach over the network."""

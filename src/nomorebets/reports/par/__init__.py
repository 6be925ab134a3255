"""The PAR sheet of a table, as a page and as a workbook."""

"""One module per command of ./narae."""

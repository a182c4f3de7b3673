"""Cases made with PyTorch: their arrays, and when a result is right."""

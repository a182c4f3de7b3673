"""Cases that are models in the files of frameworks: their arrays, and when a result is right."""

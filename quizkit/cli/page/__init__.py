"""Lay text out for a screen of so many cells; printing it stays with the terminal's gate."""

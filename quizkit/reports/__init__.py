"""Turn the log into numbers, tables and pictures.

days.py       rows of the log -> what was done on each study day: the fold behind the `days` cache
"""

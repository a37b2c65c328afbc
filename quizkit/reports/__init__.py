"""Turn the log into numbers, tables and pictures.

days.py       rows of the log -> what was done on each study day: the fold behind the `days` cache
retention.py  recalls -> shares, with how uncertain so few reviews leave them
streak.py     study days -> how many follow on each other
standing.py   questions and cards -> how many stand where, and when they fall due
trouble.py    cards and mistakes -> what gives a learner most trouble
summary.py    all of these -> everything that a look back says
"""

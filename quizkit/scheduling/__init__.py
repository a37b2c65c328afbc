"""Turn ratings into due days, instants into study days, and cards into a queue.

A new scheduler is a new file beside `sm2.py` with the shape of `sm2.Scheduler`, and one line in the
table of `sm2.find_scheduler`.
"""

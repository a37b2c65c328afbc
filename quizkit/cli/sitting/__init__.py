"""One sitting at a terminal: turn a queue of questions into answers in the log.

`asking` holds the order of things; `conversation` hears lines, `keyed` keys; `running_queue` says
what comes next.
"""

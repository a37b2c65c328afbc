"""One sitting at a terminal: turn a queue of questions into answers in the log.

`asking` holds the order of things: a question is shown, `answering` or `recalling` hears and judges
it, `committing` stores the review, `explaining` says what there is to say. `session` is what all of
them know; `conversation` hears lines, `keyed` keys, `commanding` carries commands out;
`running_queue` says what comes next.
"""

"""Turn paths into everything that is wrong with the courses and lessons there.

`subjects` is what rules look at; each rule is one small function with a code, in the module of its
family; `codes` explains every code; `formats` prints findings.
"""

from quizkit.check.courses import check_paths

__all__ = ["check_paths"]

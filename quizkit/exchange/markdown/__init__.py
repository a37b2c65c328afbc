"""Turn a lesson written as Markdown into the YAML of a lesson file.

`source` cleans rows, `front_matter` and `sections` find the parts, `folds` what is shown on
request, `items` the questions, `keys` and `numbers` what is right, `known` the ids of a course.
"""

from quizkit.exchange.markdown.known import Known, KnownLesson
from quizkit.exchange.markdown.lesson import Imported, import_lesson

__all__ = ["Imported", "Known", "KnownLesson", "import_lesson"]

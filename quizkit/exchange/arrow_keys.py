"""Turn the rows of an Arrow table into one number each that stands for what is graded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quizkit.exchange.known import NO_LEARNER
from quizkit.exchange.rows import Triple

_BITS = 21
_MASK = (1 << _BITS) - 1
_NOBODY = -1  # the key of a row without a learner


class Keys:
    """Numbers for question, seed and response, equal only if all three are.

    Each distinct text is looked at once for a dictionary that holds it, not once for each row.
    """

    def __init__(self, arrow: Any) -> None:
        self._arrow = arrow
        self._columns = [_Texts(arrow) for _ in range(3)]

    def __len__(self) -> int:
        """How many texts are known, of the column that has most."""
        return max(len(column.texts) for column in self._columns)

    def of(self, picked: Sequence[Any], nobody: Any) -> Any:
        """The key of each row; `nobody` says which rows are without a learner, if any is."""
        arrow, compute = self._arrow, self._arrow.compute
        question, *seed, response = picked
        questions, seeds, responses = self._columns
        keys = compute.multiply(questions.numbers(question), 1 << _BITS)
        if seed:
            keys = compute.add(keys, seeds.numbers(seed[0]))
        else:
            seeds.texts[:] = [""]
        keys = compute.add(compute.multiply(keys, 1 << _BITS), responses.numbers(response))
        assert len(self) <= _MASK, "a table brings fewer texts than that"
        if nobody is None:
            return keys
        return compute.if_else(nobody, arrow.scalar(_NOBODY, arrow.int64()), keys)

    def triples(self, keys: Iterable[int]) -> list[Triple | str]:
        """What each key stands for, or why it cannot be graded."""
        questions, seeds, responses = (column.texts for column in self._columns)
        return [
            NO_LEARNER
            if key == _NOBODY
            else (questions[key >> 2 * _BITS], seeds[key >> _BITS & _MASK], responses[key & _MASK])
            for key in keys
        ]

    def question(self, number: int) -> str:
        """The question that `question_of` gave for a key."""
        return self._columns[0].texts[number]

    def keep(self) -> None:
        """What is known now is to stay."""
        for column in self._columns:
            column.kept = len(column.texts)

    def forget(self) -> None:
        """Drop what is not to stay."""
        for column in self._columns:
            column.forget()


def question_of(key: int) -> int:
    """What the keys of one question have in common; -1 without a learner."""
    return key >> 2 * _BITS


def variant_of(key: int) -> int:
    """What the keys of one question and seed have in common."""
    return key >> _BITS


class _Texts:
    """The distinct texts of a column, numbered as they are met."""

    __slots__ = ("_array", "_arrow", "_last", "kept", "texts")

    def __init__(self, arrow: Any) -> None:
        self._arrow = arrow
        self._array = arrow.array([], arrow.string())
        self._last: tuple[Any, Any] | None = None
        self.texts: list[str] = []
        self.kept = 0

    def numbers(self, coded: Any) -> Any:
        """The number of each row's text, for a column with a dictionary."""
        dictionary = coded.dictionary
        # Tables of one part of the file mostly come with the same dictionary.
        if self._last is None or not self._last[0].equals(dictionary):
            self._last = dictionary, self._numbered(dictionary)
        return self._last[1].take(coded.indices)

    def _numbered(self, dictionary: Any) -> Any:
        arrow, compute = self._arrow, self._arrow.compute
        numbers = compute.index_in(dictionary, value_set=self._array)
        if numbers.null_count:
            new = dictionary.filter(compute.is_null(numbers)).unique()
            self.texts += new.to_pylist()
            self._array = arrow.concat_arrays([self._array, new])
            numbers = compute.index_in(dictionary, value_set=self._array)
        return numbers.cast(arrow.int64())

    def forget(self) -> None:
        """Drop what is not to stay."""
        if len(self.texts) > self.kept:
            del self.texts[self.kept :]
            self._array = self._array[: self.kept]
            self._last = None

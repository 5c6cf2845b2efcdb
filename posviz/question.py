"""A question with choices, each with its reply, to be answered in the page with no kernel.

For instance::

    Question("How many positions do three bits tell apart?", {"3": "Count again.", "8": "Two for each bit."}, right="8")
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Question:
    """What a reader is asked, and what each answer is told.

    Args:
        text: the question, in plain words.
        choices: {choice: reply}, in the order shown. The reply to a wrong choice says why it is wrong.
        right: the choice that is right.
        state: of a prediction, {slider name: stop}: where the picture shows the answer.
    Raises:
        TypeError, ValueError: fewer than two choices, words missing, or `right` is none of the choices.
    """

    text: str
    choices: dict[str, str]
    right: str
    state: dict = field(default_factory=dict)

    def __post_init__(self):
        if not isinstance(self.state, dict):
            raise TypeError(f"the state of question {self.text!r} must be {{slider name: stop}}, got {self.state!r}")
        if not isinstance(self.choices, dict) or len(self.choices) < 2:
            raise ValueError(f"question {self.text!r} needs at least two choices, got {self.choices!r}")
        for words in (self.text, *self.choices, *self.choices.values()):
            if not isinstance(words, str):
                raise TypeError(f"question {self.text!r} takes words only, got {words!r}")
            if not words.strip():
                raise ValueError(f"question {self.text!r} has a choice or a reply without words")
        if self.right not in self.choices:
            raise ValueError(f"right must be one of {', '.join(map(repr, self.choices))}, got {self.right!r}")

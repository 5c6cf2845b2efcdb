// Questions: each of a few choices opens to its reply.

/** When a choice is opened, close the others, say its reply to those who do not see it, and tell `answered(choice)`. */
export function hearAnswers(question, answered) {
  const heard = ({ target: choice }) => {
    if (!choice.open) return;
    for (const other of question.querySelectorAll("[open]")) if (other !== choice) other.open = false;
    question.querySelector(".posviz-status").textContent = choice.querySelector("p").textContent;
    answered(choice);
  };
  question.addEventListener("toggle", heard, true);
}

/** Of several questions: how many were answered, and how many rightly at the first try. */
export function keepScore(quiz) {
  const questions = [...quiz.querySelectorAll(".posviz-question")];
  const firsts = new Map();
  const score = () => {
    if (firsts.size < questions.length) return `${firsts.size} of ${questions.length} answered.`;
    const right = [...firsts.values()].filter((choice) => choice.dataset.right === "true").length;
    return `${right} of ${questions.length} right at the first try.`;
  };
  for (const question of questions)
    hearAnswers(question, (choice) => {
      if (!firsts.has(question)) firsts.set(question, choice);
      quiz.querySelector(".posviz-score").textContent = score();
    });
}

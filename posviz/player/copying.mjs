// Copying: to the clipboard, or to where a reader can copy it herself.

/** Copies text, and says on the button that it did. Rejected, the button saying what to do, where the browser refuses. */
export async function copy(text, button, otherwise) {
  button.dataset.name ??= button.textContent;
  const say = (words) => {
    button.textContent = words;
    setTimeout(() => (button.textContent = button.dataset.name), 2000);
  };
  try {
    await navigator.clipboard.writeText(text);
    say("Copied");
  } catch (error) {
    say(otherwise);
    throw error;
  }
}

/** Lays comma-separated values into a field below the buttons, selected. */
export function layOut(text, button) {
  const made = () => Object.assign(document.createElement("textarea"), { className: "posviz-csv", readOnly: true });
  const field = button.closest("figure").querySelector(".posviz-csv") ?? made();
  field.setAttribute("aria-label", "Comma-separated values, to copy");
  button.parentElement.after(field);
  field.value = text;
  field.select();
}

"use strict";

/** Buttons with `data-copy="<id>"` copy the text of the element with that id. */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
    answer(button, button.dataset.copied ?? "Copied");
  } catch {
    // Without permission to copy, the script only selects the text, so that the user can copy it with the keyboard.
    getSelection().selectAllChildren(source);
    answer(button, button.dataset.selected ?? "Selected");
  }
});

// Tells the result to a screen reader, which does not read the button again: the button's name may differ from its text.
const status = document.createElement("p");
status.setAttribute("role", "status");
status.className = "visually-hidden";
document.body.append(status);

function answer(button, text) {
  button.dataset.label ??= button.textContent;
  button.textContent = text;
  status.textContent = text;
  setTimeout(() => {
    button.textContent = button.dataset.label;
    status.textContent = "";
  }, 1500);
}

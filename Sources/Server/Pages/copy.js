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
    // Without permission the text is selected at least, so that the keyboard can copy it.
    getSelection().selectAllChildren(source);
    answer(button, button.dataset.selected ?? "Selected");
  }
});

// A screen reader is told here: it does not look at the button again, whose name may be another than its text.
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

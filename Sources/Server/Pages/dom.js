"use strict";

/** Returns the element with an id. The page must contain it. */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. Names of the element's properties are set as properties, and other names as attributes. `onclick`
 * and similar properties are listeners. Children are elements or text, never markup.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

/** Sets an element's text. Hides the element if there is no text. */
export function setText(id, text) {
  const target = byId(id);
  target.textContent = text ?? "";
  target.hidden = !text;
}

/** Disables a button while a task runs, so that a second click cannot start the task twice. */
export async function whileDisabled(button, task) {
  button.disabled = true;
  try {
    return await task();
  } finally {
    button.disabled = false;
  }
}

/** Makes the round mark with a provider's first letter. */
export function providerMark(provider) {
  return element("span", {
    className: "provider-mark",
    "data-provider": provider.id,
    // The style sheet draws the letter, so that it is not a part of the button's accessible name.
    "data-letter": provider.name.slice(0, 1).toUpperCase(),
    "aria-hidden": "true",
  });
}

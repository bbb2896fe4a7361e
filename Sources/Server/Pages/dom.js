"use strict";

/** The element with an id that the page is known to have. */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. Properties that the element has are set as such, others become attributes; `onclick` and
 * its like are listeners. Children are elements or text, never markup.
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

/** Sets an element's text and hides the element when there is none. */
export function setText(id, text) {
  const target = byId(id);
  target.textContent = text ?? "";
  target.hidden = !text;
}

/** Runs a task with a button out of use, so that a second press cannot start it twice. */
export async function whileDisabled(button, task) {
  button.disabled = true;
  try {
    return await task();
  } finally {
    button.disabled = false;
  }
}

/** The round mark with a provider's first letter. */
export function providerMark(provider) {
  return element("span", {
    className: "provider-mark",
    "data-provider": provider.id,
    // Drawn by the style sheet, so that it is no part of the name of the button that it is on.
    "data-letter": provider.name.slice(0, 1).toUpperCase(),
    "aria-hidden": "true",
  });
}

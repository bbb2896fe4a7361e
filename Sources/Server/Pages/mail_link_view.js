"use strict";

import { byId } from "./dom.js";

/** Passes on what is entered into the form for a sign-in link. */
export function setUpMailLink(send) {
  byId("mail-link-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send(byId("mail-link-send"), event.currentTarget.elements.email.value.trim());
  });
}

/** The code of the sign-in link that led here, once; null without one. */
export function takeSignInLink() {
  const query = new URLSearchParams(location.search);
  if (query.get("mode") !== "signIn") return null;
  // A code must not stay in the address bar.
  history.replaceState(null, "", location.pathname);
  return query.get("oobCode");
}

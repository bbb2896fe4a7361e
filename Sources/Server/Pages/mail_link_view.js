"use strict";

import { byId } from "./dom.js";

/** Calls `send` with the address in the form for a sign-in link. */
export function setUpMailLink(send) {
  byId("mail-link-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send(byId("mail-link-send"), event.currentTarget.elements.email.value.trim());
  });
}

/** Returns the code of the sign-in link that opened this page, only once. Null if no sign-in link did. */
export function takeSignInLink() {
  const query = new URLSearchParams(location.search);
  if (query.get("mode") !== "signIn") return null;
  // A code must not stay in the address bar.
  history.replaceState(null, "", location.pathname);
  return query.get("oobCode");
}

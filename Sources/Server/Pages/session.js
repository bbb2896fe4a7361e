"use strict";

import { decodeJWT } from "./jwt.js";

const tokensKey = "latchkey:sample:tokens";
const responseKey = "latchkey:sample:providerResponse";
const pendingLinkKey = "latchkey:sample:pendingLink";
const linkEmailKey = "latchkey:sample:linkEmail";

/** Where the app keeps what must outlive a page: tokens for all tabs, the rest for this tab. */
export const session = {
  /** `{idToken, refreshToken}`, or null when nobody is signed in. */
  get tokens() {
    return read(localStorage, tokensKey);
  },
  set tokens(tokens) {
    write(localStorage, tokensKey, tokens);
  },

  /** What the provider told at the last sign-in or link. */
  get providerResponse() {
    return read(sessionStorage, responseKey);
  },
  set providerResponse(response) {
    write(sessionStorage, responseKey, response);
  },

  /** A provider's credential that waits for its owner to sign in: `{pendingToken, providerId, localId}`. */
  get pendingLink() {
    return read(sessionStorage, pendingLinkKey);
  },
  set pendingLink(pending) {
    write(sessionStorage, pendingLinkKey, pending);
  },

  /** The address that a sign-in link was sent to: following the link has to name it. */
  get linkEmail() {
    return read(localStorage, linkEmailKey);
  },
  set linkEmail(email) {
    write(localStorage, linkEmailKey, email);
  },

  /** Whether the ID token ends within a minute. */
  get isStale() {
    return decodeJWT(this.tokens.idToken).claims.exp * 1000 - Date.now() < 60_000;
  },

  clear() {
    this.tokens = null;
    this.providerResponse = null;
    this.pendingLink = null;
  },
};

function read(storage, key) {
  const text = storage.getItem(key);
  return text === null ? null : JSON.parse(text);
}

function write(storage, key, value) {
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(value));
}

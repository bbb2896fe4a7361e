"use strict";

import { decodeJWT } from "./jwt.js";

const tokensKey = "latchkey:sample:tokens";
const responseKey = "latchkey:sample:providerResponse";
const pendingLinkKey = "latchkey:sample:pendingLink";
const linkEmailKey = "latchkey:sample:linkEmail";

/** Stores data that must remain after a page is closed: tokens for all tabs, and other data for this tab. */
export const session = {
  /** `{idToken, refreshToken}`. Null if no user is signed in. */
  get tokens() {
    return read(localStorage, tokensKey);
  },
  set tokens(tokens) {
    write(localStorage, tokensKey, tokens);
  },

  /** The provider's data of the last sign-in or link. */
  get providerResponse() {
    return read(sessionStorage, responseKey);
  },
  set providerResponse(response) {
    write(sessionStorage, responseKey, response);
  },

  /** A provider's credential that waits until its owner signs in: `{pendingToken, providerId, localId}`. */
  get pendingLink() {
    return read(sessionStorage, pendingLinkKey);
  },
  set pendingLink(pending) {
    write(sessionStorage, pendingLinkKey, pending);
  },

  /** The address to which a sign-in link was sent. The sign-in with the link must name it. */
  get linkEmail() {
    return read(localStorage, linkEmailKey);
  },
  set linkEmail(email) {
    write(localStorage, linkEmailKey, email);
  },

  /** True if the ID token expires within a minute. */
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

"use strict";

import { WireError } from "./identity_toolkit.js";
import { pageData } from "./page_data.js";

/** The providers whose native SDKs give an app an ID token that is bound to a nonce. */
export const nativeProviders = [
  { id: "apple.com", name: "Apple", label: "Apple ID token" },
  { id: "facebook.com", name: "Facebook", label: "Facebook Limited Login" },
];

/** Does the work of a provider's native SDK with the help of the lab. The result is for `signInWithIdp`. */
export async function nativeCredential(providerId, person) {
  const nonce = randomNonce();
  const response = await fetch(`${new URL(pageData.labURL, location.href).pathname}/control/token/${providerId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "id", person, nonce: await hexSHA256(nonce) }),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!answer?.idToken) throw new WireError("LAB_TOKEN_FAILED", `the lab gave no token for ${person}`);
  const postBody = new URLSearchParams({ providerId, id_token: answer.idToken, nonce });
  return { requestUri: "http://localhost", postBody: postBody.toString() };
}

function randomNonce() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

async function hexSHA256(text) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

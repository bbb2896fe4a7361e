"use strict";

import { byId } from "./dom.js";
import { decodeJWT } from "./jwt.js";

let countdown;

/** Shows an ID token, its claims and the time until it expires. Null stops the countdown. */
export function showToken(token) {
  clearInterval(countdown);
  if (!token) return;
  const { header, claims } = decodeJWT(token);
  byId("token-raw").textContent = token;
  byId("token-header").textContent = JSON.stringify(header, null, 2);
  byId("token-claims").textContent = JSON.stringify(claims, null, 2);
  const tick = () => (byId("token-expiry").textContent = timeLeft(claims.exp));
  tick();
  countdown = setInterval(tick, 1000);
}

function timeLeft(expiry) {
  const seconds = Math.ceil(expiry - Date.now() / 1000);
  if (seconds <= 0) return "Expired";
  return `Expires in ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

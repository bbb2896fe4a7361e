"use strict";

import { byId, element } from "./dom.js";

const tokenNames = {
  oauthAccessToken: "Access token",
  oauthIdToken: "ID token",
  oauthRefreshToken: "Refresh token",
  oauthTokenSecret: "Token secret",
};

/** Shows the profile and the tokens from the provider itself. Null hides them. */
export function showProviderResponse(response) {
  byId("provider-response").hidden = !response;
  const rows = Object.entries(tokenNames)
    .filter(([key]) => response?.[key])
    .map(([key, name]) => tokenRow(key, name, response[key]));
  byId("raw-user-info").textContent = response ? pretty(response.rawUserInfo ?? "{}") : "";
  byId("oauth-tokens").replaceChildren(...rows);
  byId("oauth-tokens-empty").hidden = rows.length > 0;
}

function tokenRow(key, name, token) {
  const masked = `${token.slice(0, 4)}••••••••`;
  const value = element("code", { id: `token-${key}` }, masked);
  const toggle = element(
    "button",
    {
      type: "button",
      className: "button button-small",
      id: `reveal-${key}`,
      "aria-label": `Reveal the ${name}`,
      "aria-pressed": "false",
      onclick: () => {
        const isRevealed = toggle.getAttribute("aria-pressed") !== "true";
        toggle.setAttribute("aria-pressed", String(isRevealed));
        toggle.textContent = isRevealed ? "Hide" : "Reveal";
        value.textContent = isRevealed ? token : masked;
      },
    },
    "Reveal",
  );
  return element("div", {}, element("dt", {}, name), element("dd", {}, value, toggle));
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

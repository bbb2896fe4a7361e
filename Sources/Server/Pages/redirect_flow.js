"use strict";

import { pageData } from "./page_data.js";

/** The official web SDK's names for the purposes of a redirect. */
const authTypes = {
  signIn: "signInViaRedirect",
  link: "linkViaRedirect",
  reauthenticate: "reauthViaRedirect",
};

/** The scopes to request from these providers. The settings of the other providers contain their scopes. */
const scopes = {
  "apple.com": "email,name",
  "facebook.com": "email,public_profile",
  "github.com": "read:user,user:email",
  "google.com": "profile,email",
  "microsoft.com": "User.Read",
  "twitter.com": "",
};

const storageSuffix = `${pageData.apiKey}:[DEFAULT]`;
const pendingKey = `firebase:pendingRedirect:${storageSuffix}`;
const eventKey = `firebase:redirectEvent:${storageSuffix}`;
const purposeKey = "latchkey:sample:redirect";

/** Redirects to a provider. `uid` is the user who links a provider or reauthenticates. */
export function startRedirect(operation, providerId, uid = null) {
  const eventId = operation === "signIn" ? null : `${uid}:::${tenDigits()}`;
  sessionStorage.setItem(pendingKey, JSON.stringify("true"));
  sessionStorage.setItem(purposeKey, JSON.stringify({ operation, providerId, uid, eventId }));
  const query = new URLSearchParams({
    apiKey: pageData.apiKey,
    appName: "[DEFAULT]",
    authType: authTypes[operation],
    redirectUrl: location.origin + location.pathname,
    v: "latchkey-sample",
    providerId,
    customParameters: "{}",
    scopes: scopes[providerId] ?? "",
  });
  if (eventId) query.set("eventId", eventId);
  location.assign(`/__/auth/handler?${query}`);
}

/** Returns the result of a redirect only once: `{operation, providerId, uid, event}`, or null. */
export function takeRedirectResult() {
  const [pending, purposeText, eventText] = [pendingKey, purposeKey, eventKey].map((key) => {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text;
  });
  if (!pending || !purposeText || !eventText) return null;
  const purpose = JSON.parse(purposeText);
  const event = JSON.parse(eventText);
  const isOurs = event.type === authTypes[purpose.operation] && (event.eventId ?? null) === purpose.eventId;
  return isOurs ? { ...purpose, event } : null;
}

function tenDigits() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => byte % 10).join("");
}

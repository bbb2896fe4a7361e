"use strict";

/**
 * Runs in the frame that the web SDK inserts into an app's page. It tells the page the results of handler pages, which
 * have the same origin as this frame. The result of a redirect is in this tab's storage. The result of a popup arrives
 * as a message. If the popup has lost its opener, its result is in the storage that all tabs share.
 */

import { pageData } from "./page_data.js";

const storageKey = `${pageData.apiKey}:${pageData.appName}`;
const redirectKey = `firebase:redirectEvent:${storageKey}`;
const popupKey = `firebase:authEvent:${storageKey}`;

/** The SDK waits for this event if it asks for a redirect's result and there is none. */
const nothing = (code) => ({
  type: "unknown",
  eventId: null,
  urlResponse: null,
  sessionId: null,
  postBody: null,
  tenantId: null,
  error: { code: `auth/${code}`, message: "No redirect has ended here." },
});

/** True if a page of this origin may receive the results of sign-ins to the project. */
function isAuthorized(origin) {
  if (pageData.serverOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  // The origin of a browser extension is itself an authorized domain of the project.
  if (origin.startsWith("chrome-extension://")) return pageData.authorizedDomains.includes(origin);
  const { hostname, protocol } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isAddress = host.includes(":") || /^[\d.]+$/.test(host);
  // Plain http lets others on the network read the results, so it is allowed only on this machine.
  const mayBePlain = pageData.acceptsPlainHTTP || ["localhost", "127.0.0.1", "::1"].includes(host);
  return (
    (protocol === "https:" || (protocol === "http:" && mayBePlain)) &&
    pageData.authorizedDomains.some((each) => {
      const domain = each.toLowerCase();
      return host === domain || (!isAddress && host.endsWith(`.${domain}`));
    })
  );
}

function isStorageUsable() {
  const key = "latchkey:probe";
  try {
    for (const storage of [sessionStorage, localStorage]) {
      storage.setItem(key, "1");
      storage.removeItem(key);
    }
    return true;
  } catch {
    return false;
  }
}

/** Sends an event to the page. Returns true if the page was waiting for it. */
async function tell(authEvent) {
  const answers = await (await page).send("authEvent", { type: "authEvent", authEvent });
  return answers.at(-1)?.status === "ACK";
}

/** Sends the event that a handler page stored, if it is meant for the page that contains this frame. */
async function tellKept({ redirectOrigin, ...authEvent }) {
  return (await page).getOrigin() === redirectOrigin && tell(authEvent);
}

async function tellRedirectResult() {
  const text = sessionStorage.getItem(redirectKey);
  sessionStorage.removeItem(redirectKey);
  if (text === null || !(await tellKept(JSON.parse(text)))) await tell(nothing("no-auth-event"));
}

/** Tells the page only that its domain is not authorized. */
async function tellRefusal({ type, eventId, error }) {
  return error?.code === "auth/unauthorized-domain" && tell({ ...nothing("unauthorized-domain"), type, eventId });
}

/** Receives a message of a popup's handler page, which can access this frame because both have the same origin. */
async function hearPopup({ data, origin, ports: [port] }) {
  if (origin !== location.origin || data?.eventType !== "sendAuthEvent" || !port) return;
  const answer = (status, response) =>
    port.postMessage({ status, eventId: data.eventId, eventType: data.eventType, response });
  answer("ack", null);
  const isForUs = data.data?.storageKey === storageKey;
  const hand = pageData.isRefused ? tellRefusal : tellKept;
  const value = isForUs && (await hand(data.data.authEvent));
  answer("done", [isForUs ? { fulfilled: true, value } : { fulfilled: false, reason: "other-app" }]);
}

function hearStorage({ key, newValue, storageArea }) {
  if (storageArea !== localStorage || key !== popupKey || !newValue) return;
  localStorage.removeItem(popupKey);
  tellKept(JSON.parse(newValue));
}

const page = gapi.iframes.getContext().getParentIframe((origin) => pageData.isRefused || isAuthorized(origin));
// A refused page must not receive the results of flows that other pages began.
const isUsable = !pageData.isRefused && isStorageUsable();
window.addEventListener("message", hearPopup);
if (isUsable) {
  localStorage.removeItem(popupKey);
  window.addEventListener("storage", hearStorage);
}
// The SDK asks whether the result of a popup will arrive. It arrives as a message, even if the browser denies storage
// to frames.
(await page).register("webStorageSupport", () => ({ status: "ACK", webStorageSupport: true }));
if (pageData.isRefused) {
  console.warn(`Is ${new URL((await page).getOrigin()).hostname} an authorized domain of the project?`);
  await tell(nothing("no-auth-event"));
} else if (isUsable) await tellRedirectResult();
else await tell(nothing("web-storage-unsupported"));

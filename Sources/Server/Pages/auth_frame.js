"use strict";

/**
 * Runs in the frame that the web SDK has in an app's page. It hands to the page what handler pages left or
 * send, which share this frame's origin: the result of a redirect in this tab's storage, that of a popup as a
 * message or, where the popup has lost its opener, in the storage of all tabs.
 */

import { pageData } from "./page_data.js";

const storageKey = `${pageData.apiKey}:${pageData.appName}`;
const redirectKey = `firebase:redirectEvent:${storageKey}`;
const popupKey = `firebase:authEvent:${storageKey}`;

/** The SDK waits for this when it looks for a redirect's result and there is none. */
const nothing = (code) => ({
  type: "unknown",
  eventId: null,
  urlResponse: null,
  sessionId: null,
  postBody: null,
  tenantId: null,
  error: { code: `auth/${code}`, message: "No redirect has ended here." },
});

/** Whether a page of this origin may know how people sign in to the project. */
function isAuthorized(origin) {
  if (pageData.serverOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  // An extension's is a domain of the project as a whole.
  if (origin.startsWith("chrome-extension://")) return pageData.authorizedDomains.includes(origin);
  const { hostname, protocol } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isAddress = host.includes(":") || /^[\d.]+$/.test(host);
  // What a page learns by plain http, everybody on its way learns: only this machine's own has none.
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

/** Hands an event to the page; whether somebody there waited for it. */
async function tell(authEvent) {
  const answers = await (await page).send("authEvent", { type: "authEvent", authEvent });
  return answers.at(-1)?.status === "ACK";
}

/** Hands over what a handler page kept, if it is for the page that this frame is in. */
async function tellKept({ redirectOrigin, ...authEvent }) {
  return (await page).getOrigin() === redirectOrigin && tell(authEvent);
}

async function tellRedirectResult() {
  const text = sessionStorage.getItem(redirectKey);
  sessionStorage.removeItem(redirectKey);
  if (text === null || !(await tellKept(JSON.parse(text)))) await tell(nothing("no-auth-event"));
}

/** Hands over that the page's domain is not authorized, and nothing else. */
async function tellRefusal({ type, eventId, error }) {
  return error?.code === "auth/unauthorized-domain" && tell({ ...nothing("unauthorized-domain"), type, eventId });
}

/** A popup's handler, which sees this frame because it is of the same origin. */
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
// What other pages began is not for a page that is refused.
const isUsable = !pageData.isRefused && isStorageUsable();
window.addEventListener("message", hearPopup);
if (isUsable) {
  localStorage.removeItem(popupKey);
  window.addEventListener("storage", hearStorage);
}
// What the SDK wants to know is whether a popup's result will come: as a message it does, also where the browser
// denies storage to frames.
(await page).register("webStorageSupport", () => ({ status: "ACK", webStorageSupport: true }));
if (pageData.isRefused) {
  console.warn(`Is ${new URL((await page).getOrigin()).hostname} an authorized domain of the project?`);
  await tell(nothing("no-auth-event"));
} else if (isUsable) await tellRedirectResult();
else await tell(nothing("web-storage-unsupported"));

"use strict";

import { HandlerError } from "./handler_error.js";

/** The functions that deliver an authentication event to the app, by the type of the flow. */
const deliveries = {
  signInViaPopup: deliverByPopup,
  linkViaPopup: deliverByPopup,
  reauthViaPopup: deliverByPopup,
  signInViaRedirect: deliverByRedirect,
  linkViaRedirect: deliverByRedirect,
  reauthViaRedirect: deliverByRedirect,
};

/** In milliseconds. */
const acknowledgementTimeout = 500;
const completionTimeout = 5_000;
const openerTimeout = 20_000;
const storageTimeout = 3_000;
const closingDelay = 5_000;

/** True if a flow of this type ends in the browser in which it began, and this script can deliver its event. */
export function canDeliver(type) {
  return Object.hasOwn(deliveries, type);
}

/**
 * Stores or sends the event for the page that began the flow. A frame in a page of another origin does not pass the
 * event on. A popup with an opener stays open: the SDK interprets a closed popup as the user's refusal. The SDK closes
 * the popup itself once the server has responded.
 */
export async function deliver(event, helperState) {
  await deliveries[event.type](event, helperState);
}

/** Sends an error to the page that opened this one. No other page receives it, because no flow has begun. */
export async function tellRefusal(event, { apiKey, appName }) {
  await tellOpener(event, apiKey, appName);
}

/** The app's page finds the event in this tab's storage when the browser returns to it. */
function deliverByRedirect(event, { apiKey, appName, redirectUrl }) {
  const kept = { ...event, redirectOrigin: new URL(redirectUrl).origin };
  sessionStorage.setItem(`firebase:redirectEvent:${apiKey}:${appName}`, JSON.stringify(kept));
  location.replace(redirectUrl);
}

/** The app's page has a frame of the server's origin. The frame tells the page the event. */
async function deliverByPopup(event, { apiKey, appName, redirectUrl }) {
  const kept = { ...event, redirectOrigin: new URL(redirectUrl).origin };
  if (await tellOpener(kept, apiKey, appName)) return;
  if (!(await tellThroughStorage(kept, apiKey, appName))) {
    throw new HandlerError(
      "auth/internal-error",
      "The page that asked for the sign-in is gone. Close this window and start again in the app.",
    );
  }
  // The app cannot close a window that has lost its opener. The SDK waits another eight seconds for the server.
  setTimeout(() => window.close(), closingDelay);
}

/** Tries until a frame has accepted the event. Returns false if no frame of the opener accepts it. */
async function tellOpener(authEvent, apiKey, appName) {
  const data = { storageKey: `${apiKey}:${appName}`, authEvent };
  const deadline = performance.now() + openerTimeout;
  const refusing = new Set();
  while (performance.now() < deadline) {
    const frames = framesOfOpener(apiKey, appName).filter((frame) => !refusing.has(frame));
    if (!frames.length) return false;
    for (const frame of frames) {
      const isTaken = await send(frame, data);
      if (isTaken) return true;
      if (isTaken === false) refusing.add(frame);
    }
  }
  return false;
}

/** Returns the frames of the opener that are the server's and belong to the same app. */
function framesOfOpener(apiKey, appName) {
  const found = [];
  try {
    for (let index = 0; index < window.opener.frames.length; index += 1) {
      if (isOurs(window.opener.frames[index], apiKey, appName)) found.push(window.opener.frames[index]);
    }
  } catch {
    // There is no opener, or this page cannot access it any more.
  }
  return found;
}

function isOurs(frame, apiKey, appName) {
  try {
    const { origin, pathname, search } = frame.location;
    const query = new URLSearchParams(search);
    const isFrame = origin === location.origin && pathname.endsWith("/auth/iframe");
    return isFrame && query.get("apiKey") === apiKey && query.get("appName") === appName;
  } catch {
    // This page must not read a frame of another origin.
    return false;
  }
}

/** Returns whether the app accepted the event. Undefined if the frame did not respond. */
function send(frame, data) {
  const { port1, port2 } = new MessageChannel();
  const eventId = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  return new Promise((resolve) => {
    let timer = setTimeout(() => resolve(undefined), acknowledgementTimeout);
    port1.onmessage = ({ data: answer }) => {
      if (answer.eventId !== eventId) return;
      clearTimeout(timer);
      if (answer.status === "done") resolve(answer.response[0]?.fulfilled === true && answer.response[0].value);
      else timer = setTimeout(() => resolve(false), completionTimeout);
    };
    frame.postMessage({ eventType: "sendAuthEvent", eventId, data }, location.origin, [port2]);
  }).finally(() => port1.close());
}

/** Delivers the event without an opener: a frame in another tab removes it from the storage that all tabs share. */
async function tellThroughStorage(event, apiKey, appName) {
  const key = `firebase:authEvent:${apiKey}:${appName}`;
  const taken = new Promise((resolve) => {
    window.addEventListener("storage", (change) => {
      if (change.key === key && change.newValue === null) resolve(true);
    });
    setTimeout(() => resolve(false), storageTimeout);
  });
  localStorage.setItem(key, JSON.stringify(event));
  const isTaken = await taken;
  localStorage.removeItem(key);
  return isTaken;
}

"use strict";

import { HandlerError } from "./handler_error.js";

/** Hands an authentication event to the app, each kind of flow in its own way. */
const deliveries = {
  signInViaPopup: deliverByPopup,
  linkViaPopup: deliverByPopup,
  reauthViaPopup: deliverByPopup,
  signInViaRedirect: deliverByRedirect,
  linkViaRedirect: deliverByRedirect,
  reauthViaRedirect: deliverByRedirect,
};

/** Milliseconds. */
const acknowledgementTimeout = 500;
const completionTimeout = 5_000;
const openerTimeout = 20_000;
const storageTimeout = 3_000;
const closingDelay = 5_000;

/** Whether a flow of this type ends in the browser that it began in, in a way that is known here. */
export function canDeliver(type) {
  return Object.hasOwn(deliveries, type);
}

/**
 * Stores or sends the event. It is for the page that the flow was begun for: a frame in another origin's page
 * keeps it to itself. A popup with an opener stays open: the SDK takes a closed one for the user's refusal and
 * closes it itself once the server has answered.
 */
export async function deliver(event, helperState) {
  await deliveries[event.type](event, helperState);
}

/** Sends the page that opened this one an error of its own: no other page hears of it, and no flow has begun. */
export async function tellRefusal(event, { apiKey, appName }) {
  await tellOpener(event, apiKey, appName);
}

/** The app's page finds the event in this tab's storage when it is back. */
function deliverByRedirect(event, { apiKey, appName, redirectUrl }) {
  const kept = { ...event, redirectOrigin: new URL(redirectUrl).origin };
  sessionStorage.setItem(`firebase:redirectEvent:${apiKey}:${appName}`, JSON.stringify(kept));
  location.replace(redirectUrl);
}

/** The app's page has a frame of our origin, which tells it. */
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

/** Tries until a frame has taken the event; false when the opener has none that would. */
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

/** The frames of the page that opened this window that are ours and of the same app. */
function framesOfOpener(apiKey, appName) {
  const found = [];
  try {
    for (let index = 0; index < window.opener.frames.length; index += 1) {
      if (isOurs(window.opener.frames[index], apiKey, appName)) found.push(window.opener.frames[index]);
    }
  } catch {
    // No opener, or one that is no longer reached.
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
    // Another origin's frame does not let us look.
    return false;
  }
}

/** Whether the app took the event; undefined when the frame did not hear of it. */
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

/** For windows without an opener: a frame in another tab takes the event out of the common storage. */
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

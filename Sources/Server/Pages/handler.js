"use strict";

import { canDeliver, deliver, tellRefusal } from "./auth_event_delivery.js";
import { HandlerError } from "./handler_error.js";
import { pageData } from "./page_data.js";

const stateKey = "firebase:oauthHelperState";
const sessionKey = ({ apiKey, appName }) => `firebase:sessionId:${apiKey}:${appName}`;

const steps = {
  /** Stores the flow in this tab and goes to the provider. */
  start() {
    const state = { ...helperState(), sessionDigest: pageData.sessionDigest };
    sessionStorage.setItem(stateKey, JSON.stringify(state));
    sessionStorage.setItem(sessionKey(state), JSON.stringify(pageData.sessionId));
    location.replace(webAddress(pageData.authUri));
  },

  /** Tells the app why its flow could not begin. */
  fail() {
    return handBack(helperState(), { error: pageData.error });
  },

  /** Posts the provider's response in the fragment, because browsers do not send the fragment. */
  fragment() {
    const answer = new URLSearchParams(location.hash.slice(1));
    // Tokens must not stay in the address bar.
    history.replaceState(null, "", location.pathname);
    if (!answer.get("state") && !answer.get("error")) {
      throw new HandlerError(pageData.error.code, pageData.error.message);
    }
    const form = document.createElement("form");
    form.method = "post";
    form.action = location.pathname;
    for (const [name, value] of answer) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
    document.body.append(form);
    HTMLFormElement.prototype.submit.call(form);
  },

  /**
   * Tells both the page and the user that the page's domain is not authorized: the page may have no SDK to receive it.
   */
  async refuse() {
    const state = helperState();
    const { code, message } = pageData.error;
    await tellRefusal(makeEvent(state.type, state, { error: pageData.error }), state);
    throw new HandlerError(code, message);
  },

  /**
   * Returns the provider's response to the app. Only the tab that began this flow delivers it: a response that an
   * attacker brings into another browser, or to another flow of this browser, reaches no page.
   */
  finish() {
    const state = read(stateKey);
    const sessionId = state && read(sessionKey(state));
    if (!sessionId || !isForFlow(state)) {
      throw new HandlerError(
        "auth/missing-initial-state",
        "Unable to process request due to missing initial state: the sign-in was not started in this browser. " +
          "Start it again in the app.",
      );
    }
    sessionStorage.removeItem(stateKey);
    sessionStorage.removeItem(sessionKey(state));
    webAddress(state.redirectUrl, pageData.allowedRedirectOrigins);
    return handBack(state, {
      urlResponse: pageData.urlResponse ?? null,
      sessionId,
      postBody: pageData.postBody ?? null,
      tenantId: pageData.tenantId ?? state.tenantId ?? null,
      error: pageData.error ?? null,
    });
  },

  /** Shows the end of a flow that no page of this browser waits for. */
  caller() {
    document.getElementById("handler-spinner").hidden = true;
    if (pageData.error) throw new HandlerError(pageData.error.code, pageData.error.message);
  },

  /** Opens the app. If the browser requires a click for this, the page has a button. */
  return() {
    if (/^(javascript|data|vbscript|blob|file|filesystem|about|view-source):/i.test(pageData.returnURL)) {
      throw new HandlerError("auth/invalid-continue-uri", "The app’s address cannot be opened.");
    }
    document.getElementById("handler-spinner").hidden = true;
    location.replace(pageData.returnURL);
  },
};

/** True if the response belongs to the flow that this tab stored. An error without a known flow belongs to any. */
function isForFlow(state) {
  if (pageData.sessionDigest) return pageData.sessionDigest === state.sessionDigest;
  return Boolean(pageData.error) && !pageData.urlResponse;
}

/** The flow as the app requested it. */
function helperState() {
  return { ...pageData.helperState, appName: pageData.helperState.appName ?? "[DEFAULT]" };
}

/** Delivers the event for which the app waits. */
async function handBack(state, result) {
  const type = pageData.type ?? state.type;
  if (!canDeliver(type)) {
    throw new HandlerError(
      "auth/operation-not-supported-in-this-environment",
      "This kind of sign-in cannot be finished in a web page.",
    );
  }
  await deliver(makeEvent(type, state, result), state);
  if (type.endsWith("Popup")) showDone();
}

function makeEvent(type, state, result) {
  return {
    type,
    eventId: state.eventId ?? null,
    urlResponse: null,
    sessionId: null,
    postBody: null,
    tenantId: state.tenantId ?? null,
    error: null,
    ...result,
  };
}

function read(key) {
  const text = sessionStorage.getItem(key);
  return text === null ? null : JSON.parse(text);
}

/** Returns the address if it is a web page's address with an allowed origin. */
function webAddress(address, allowedOrigins) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!isWeb || (allowedOrigins && !allowedOrigins.includes(url.origin))) {
    throw new HandlerError("auth/invalid-continue-uri", "The return address does not belong to the app.");
  }
  return address;
}

/** Shown until the app closes the window. A window that has lost its opener stays open. */
function showDone() {
  show("Back to the app", "The app finishes the sign-in and closes this window.");
}

function show(title, message) {
  document.title = `${title} · Latchkey`;
  document.getElementById("handler-spinner").hidden = true;
  document.getElementById("handler-title").textContent = title;
  document.getElementById("handler-message").textContent = message;
}

function showError(error) {
  const isStorage = error instanceof DOMException;
  const code = isStorage ? "auth/web-storage-unsupported" : (error.code ?? "auth/internal-error");
  show(
    "The sign-in cannot go on",
    isStorage
      ? "This browser does not let the page remember the sign-in. Allow it to store data for this site."
      : error.message,
  );
  const codeLine = document.getElementById("handler-code");
  codeLine.textContent = code;
  codeLine.hidden = false;
}

try {
  await steps[pageData.step]();
} catch (error) {
  showError(error);
}

"use strict";

import { canDeliver, deliver } from "./auth_event_delivery.js";
import { pageData } from "./page_data.js";

const stateKey = "firebase:oauthHelperState";
const sessionKey = ({ apiKey, appName }) => `firebase:sessionId:${apiKey}:${appName}`;

/** Something that is told to the person, because there is no app to tell it to. */
class HandlerError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const steps = {
  /** Remembers the flow in this tab and goes to the provider. */
  start() {
    const state = { ...pageData.helperState, appName: pageData.helperState.appName ?? "[DEFAULT]" };
    sessionStorage.setItem(stateKey, JSON.stringify(state));
    sessionStorage.setItem(sessionKey(state), JSON.stringify(pageData.sessionId));
    location.replace(webAddress(pageData.authUri));
  },

  /**
   * Takes the provider's answer back to the app. Only the tab that started the flow knows its session id, so
   * an answer that somebody slipped into another browser ends here.
   */
  finish() {
    const state = read(stateKey);
    const sessionId = state && read(sessionKey(state));
    if (!sessionId) {
      throw new HandlerError(
        "auth/missing-initial-state",
        "Unable to process the request: the sign-in was not started in this browser. " +
          "Start it again in the app.",
      );
    }
    sessionStorage.removeItem(stateKey);
    sessionStorage.removeItem(sessionKey(state));
    const type = pageData.type ?? state.type;
    if (!canDeliver(type)) {
      throw new HandlerError(
        "auth/operation-not-supported-in-this-environment",
        "This kind of sign-in cannot be finished in a web page.",
      );
    }
    webAddress(state.redirectUrl, pageData.allowedRedirectOrigins);
    deliver(
      {
        type,
        eventId: state.eventId ?? null,
        urlResponse: pageData.urlResponse ?? location.href,
        sessionId,
        postBody: pageData.postBody ?? null,
        tenantId: pageData.tenantId ?? state.tenantId ?? null,
        error: pageData.error ?? null,
      },
      state,
    );
  },

  /** Opens the app. A browser that wants a click for that has the page's button. */
  return() {
    if (/^(javascript|data|vbscript|blob|file|filesystem|about|view-source):/i.test(pageData.returnURL)) {
      throw new HandlerError("auth/invalid-continue-uri", "The app’s address cannot be opened.");
    }
    document.getElementById("handler-spinner").hidden = true;
    location.replace(pageData.returnURL);
  },
};

function read(key) {
  const text = sessionStorage.getItem(key);
  return text === null ? null : JSON.parse(text);
}

/** The address itself, if it is a web page's and of an allowed origin. */
function webAddress(address, allowedOrigins) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!isWeb || (allowedOrigins && !allowedOrigins.includes(url.origin))) {
    throw new HandlerError("auth/invalid-continue-uri", "The address to go to is not one of the app’s.");
  }
  return address;
}

function showError(error) {
  const isStorage = error instanceof DOMException;
  const code = isStorage ? "auth/web-storage-unsupported" : (error.code ?? "auth/internal-error");
  document.title = "The sign-in cannot go on · Latchkey";
  document.getElementById("handler-spinner").hidden = true;
  document.getElementById("handler-title").textContent = "The sign-in cannot go on";
  document.getElementById("handler-message").textContent = isStorage
    ? "This browser does not let the page remember the sign-in. Allow it to store data for this site."
    : error.message;
  const codeLine = document.getElementById("handler-code");
  codeLine.textContent = code;
  codeLine.hidden = false;
}

try {
  steps[pageData.step]();
} catch (error) {
  showError(error);
}

"use strict";

/** Hands an authentication event to the app, each kind of flow in its own way. */
const deliveries = {
  signInViaRedirect: deliverByRedirect,
  linkViaRedirect: deliverByRedirect,
  reauthViaRedirect: deliverByRedirect,
};

/** Whether a flow of this type ends in the browser that it began in, in a way that is known here. */
export function canDeliver(type) {
  return Object.hasOwn(deliveries, type);
}

/** Stores or sends the event and leaves the page. */
export function deliver(event, helperState) {
  deliveries[event.type](event, helperState);
}

/** The app's page finds the event in this tab's storage when it is back. */
function deliverByRedirect(event, { apiKey, appName, redirectUrl }) {
  sessionStorage.setItem(`firebase:redirectEvent:${apiKey}:${appName}`, JSON.stringify(event));
  location.replace(redirectUrl);
}

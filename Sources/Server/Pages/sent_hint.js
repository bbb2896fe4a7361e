"use strict";

import { element } from "./dom.js";
import { pageData } from "./page_data.js";

/**
 * Returns the inbox's address for messages to a recipient. Without a recipient, the address shows all text messages.
 */
export function inboxAddress(recipient) {
  const filter = recipient ? { to: recipient } : { kind: "sms" };
  return `${pageData.inboxURL}?${new URLSearchParams(filter)}`;
}

/** Makes a link that opens the inbox in another tab, so that the page's forms keep their content. */
export function inboxLink(recipient) {
  return element("a", { href: inboxAddress(recipient), target: "_blank", rel: "noopener" }, "Open the inbox");
}

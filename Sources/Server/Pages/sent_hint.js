"use strict";

import { element } from "./dom.js";
import { pageData } from "./page_data.js";

/** Where the inbox shows what was sent to somebody; of nobody in particular, all text messages. */
export function inboxAddress(recipient) {
  const filter = recipient ? { to: recipient } : { kind: "sms" };
  return `${pageData.inboxURL}?${new URLSearchParams(filter)}`;
}

/** A link to the inbox in another tab, so that the page keeps what is in its forms. */
export function inboxLink(recipient) {
  return element("a", { href: inboxAddress(recipient), target: "_blank", rel: "noopener" }, "Open the inbox");
}

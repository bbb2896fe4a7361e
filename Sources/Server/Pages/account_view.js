"use strict";

import { byId, element, providerMark, setText } from "./dom.js";

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Shows the user, the linked providers and the providers that can be linked. */
export function showAccount(user, providers, actions) {
  const name = user.displayName || user.email || user.phoneNumber || (isAnonymous(user) ? "Guest" : "No name");
  setText("account-name", name);
  setText("account-email", user.email ?? "No e-mail address");
  setText("account-email-verified", user.email && (user.emailVerified ? "verified" : "not verified"));
  byId("account-email-verified").className = `badge ${user.emailVerified ? "badge-success" : "badge-warning"}`;
  byId("verify-email").hidden = !user.email || Boolean(user.emailVerified);
  setText("account-phone", user.phoneNumber);
  byId("account-phone-part").hidden = !user.phoneNumber;
  byId("account-avatar").replaceChildren(avatar(name, user.photoUrl));
  setText("account-uid", user.localId);
  setText("account-provider", nameOf(user.signInProvider, providers));
  setText("account-created", date(user.createdAt));
  setText("account-last-login", date(user.lastLoginAt));
  showProviders(user, providers, actions);
}

/** Returns a provider's name for the page. */
export function nameOf(id, providers) {
  const own = { anonymous: "A guest account", passkey: "Passkey", password: "E-mail and password", phone: "Phone number" };
  return providers.find((provider) => provider.id === id)?.name ?? own[id] ?? id;
}

/** True if the page can ask the user to sign in again in this way. */
export function canConfirm(id, providers) {
  return id === "password" || providers.some((provider) => provider.id === id);
}

function showProviders(user, providers, actions) {
  const linked = user.providerUserInfo ?? [];
  const rows = linked.map((info) => linkedRow(info, providers, actions));
  byId("linked-providers").replaceChildren(
    ...(rows.length ? rows : [element("li", { className: "empty-item" }, "None yet.")]),
  );
  const available = providers.filter(({ id }) => !linked.some((info) => info.providerId === id));
  byId("available-providers").replaceChildren(
    ...available.map((provider) =>
      element(
        "li",
        {},
        providerMark(provider),
        element("div", { className: "provider-about" }, provider.name),
        rowButton("link", provider, "Link", () => actions.startRedirect("link", provider.id)),
      ),
    ),
  );
  byId("available-providers-part").hidden = available.length === 0;
  for (const id of ["password", "phone"]) {
    byId(`link-${id}-part`).hidden = linked.some((info) => info.providerId === id);
  }
}

function linkedRow(info, providers, actions) {
  const provider = { id: info.providerId, name: nameOf(info.providerId, providers) };
  return element(
    "li",
    { id: `linked-${provider.id}` },
    providerMark(provider),
    element(
      "div",
      { className: "provider-about" },
      provider.name,
      element("span", {}, info.email || info.displayName || info.phoneNumber || info.rawId || info.federatedId || ""),
    ),
    canConfirm(provider.id, providers)
      ? rowButton("reauthenticate", provider, "Reauthenticate", () => actions.reauthenticate(provider.id))
      : null,
    rowButton("unlink", provider, "Unlink", (event) => actions.unlink(event.currentTarget, provider.id)),
  );
}

function rowButton(action, provider, label, onclick) {
  return element(
    "button",
    {
      type: "button",
      className: "button button-small",
      id: `${action}-${provider.id}`,
      "aria-label": `${label} ${provider.name}`,
      onclick,
    },
    label,
  );
}

function avatar(name, photoUrl) {
  const initials = name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
  if (!/^https?:/.test(photoUrl ?? "")) return initials;
  const image = element("img", { referrerPolicy: "no-referrer", alt: "", src: photoUrl });
  image.addEventListener("error", () => image.replaceWith(initials), { once: true });
  return image;
}

function isAnonymous(user) {
  return user.signInProvider === "anonymous";
}

function date(milliseconds) {
  return milliseconds ? dates.format(new Date(Number(milliseconds))) : "unknown";
}

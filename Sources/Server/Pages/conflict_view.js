"use strict";

import { canConfirm, nameOf } from "./account_view.js";
import { byId, element, setText } from "./dom.js";

/** Explains to which account the credential belongs, and offers solutions. Null hides the card. */
export function showConflict(conflict, providers, actions) {
  const card = byId("conflict");
  card.hidden = !conflict;
  if (!conflict) return;
  const provider = nameOf(conflict.providerId, providers);
  const { title, text, buttons } = explain(conflict, provider, providers, actions);
  setText("conflict-title", title);
  setText("conflict-text", text);
  setText("conflict-code", conflict.code);
  setText("conflict-owners", ownersSentence(conflict.owners, providers));
  byId("conflict-actions").replaceChildren(
    ...buttons,
    button("conflict-dismiss", "Cancel", false, actions.dismiss),
  );
  card.focus();
}

function explain(conflict, provider, providers, actions) {
  const useReturned = button("conflict-use-credential", "Sign in with the returned credential", true, (event) =>
    actions.useReturned(event.currentTarget, conflict),
  );
  switch (conflict.code) {
    case "FEDERATED_USER_ID_ALREADY_LINKED":
      return {
        title: `This ${provider} account belongs to another user`,
        text:
          `It cannot be linked to the user who is signed in. The server returned the credential, so you can ` +
          `change to its owner without going to ${provider} again.`,
        buttons: [useReturned],
      };
    case "EMAIL_EXISTS":
      return {
        title: `Another user has the address of this ${provider} account`,
        text:
          `${conflict.email ?? "The address"} belongs to another user, and an address can belong to one user only. ` +
          `You can sign in with the credential that the server returned.`,
        buttons: [useReturned],
      };
    case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
      return {
        title: "This needs a recent sign-in",
        text: "You signed in more than five minutes ago. Sign in again, then repeat the action.",
        buttons: conflict.ways
          .filter((id) => canConfirm(id, providers))
          .map((id) =>
            button(`recent-sign-in-${id}`, `Sign in again with ${nameOf(id, providers)}`, true, () =>
              actions.reauthenticate(id),
            ),
          ),
      };
    default:
      return {
        title: "An account with this address already exists",
        text:
          `${conflict.email ?? "The address"} belongs to an account that is not linked to this ${provider} account, ` +
          `and ${provider} is not trusted for the address. Sign in as before, and ${provider} is linked.`,
        buttons: conflict.owners.length
          ? conflict.owners.map((id) => ownerButton(id, provider, conflict, providers, actions))
          : [
              button("conflict-sign-in-password", `Sign in with the password, then link ${provider}`, true, () =>
                actions.signInThenLink(null, conflict),
              ),
              // If the server hides which addresses are registered, it does not say which of these ways the account
              // has.
              ...(conflict.localId ? [] : providers)
                .filter(({ id }) => id !== conflict.providerId)
                .map(({ id }) => ownerButton(id, provider, conflict, providers, actions)),
            ],
      };
  }
}

function ownerButton(id, provider, conflict, providers, actions) {
  return button(`conflict-sign-in-${id}`, `Sign in with ${nameOf(id, providers)}, then link ${provider}`, true, () =>
    actions.signInThenLink(id, conflict),
  );
}

function ownersSentence(owners, providers) {
  return owners.length ? `The account signs in with: ${owners.map((id) => nameOf(id, providers)).join(", ")}.` : null;
}

function button(id, label, isPrimary, onclick) {
  return element("button", { type: "button", className: isPrimary ? "button button-primary" : "button", id, onclick }, label);
}

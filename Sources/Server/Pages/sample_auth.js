"use strict";

import { exchangeRefreshToken, identityToolkit, WireError } from "./identity_toolkit.js";
import { decodeJWT } from "./jwt.js";
import { nativeCredential } from "./native_credential.js";
import { session } from "./session.js";

/**
 * The app's side of authentication. Operations end with `{done}`, a name for what happened, or with
 * `{conflict}`, when the credential belongs elsewhere; they throw `WireError` otherwise.
 */
export class SampleAuth {
  /** As `accounts:lookup` describes the user; null when nobody is signed in. */
  user = null;

  /** Finds the user of an earlier visit. Tokens that no longer work are forgotten. */
  async restore() {
    if (!session.tokens) return;
    try {
      await this.#freshIDToken();
      await this.#loadUser();
    } catch (error) {
      if (error.code !== "NETWORK_REQUEST_FAILED") session.clear();
      throw error;
    }
  }

  /** Finishes what a redirect began. */
  finishRedirect({ operation, uid, event }) {
    if (event.error) throw new WireError(event.error.code, event.error.message);
    if (uid && uid !== this.user?.localId) throw new WireError("USER_CHANGED");
    return this.#redeem(operation, {
      requestUri: event.urlResponse,
      sessionId: event.sessionId,
      ...(event.postBody ? { postBody: event.postBody } : {}),
    });
  }

  /** Signs in with a native provider credential, or links it to the user who is signed in. */
  async useNative(providerId, person) {
    return this.#redeem(this.user ? "link" : "signIn", await nativeCredential(providerId, person));
  }

  /** Signs in with the credential that came with a conflict, without asking the provider again. */
  signInWithPending(pendingToken) {
    return this.#redeem("signIn", { requestUri: "http://localhost", pendingToken });
  }

  async signInWithPassword(email, password) {
    return this.#adopt(await identityToolkit.signInWithPassword({ email, password, returnSecureToken: true }));
  }

  async signUp(email, password) {
    return this.#adopt(await identityToolkit.signUp({ email, password, returnSecureToken: true }));
  }

  async signInAnonymously() {
    return this.#adopt(await identityToolkit.signUp({ returnSecureToken: true }));
  }

  async addPassword(email, password) {
    const idToken = await this.#freshIDToken();
    session.tokens = tokensOf(await identityToolkit.signUp({ idToken, email, password, returnSecureToken: true }));
    await this.#loadUser();
    return { done: "linked" };
  }

  async unlink(providerId) {
    const idToken = await this.#freshIDToken();
    const answer = await identityToolkit.update({ idToken, deleteProvider: [providerId], returnSecureToken: true });
    if (answer.idToken) session.tokens = tokensOf(answer);
    await this.#loadUser();
    return { done: "unlinked" };
  }

  async reauthenticateWithPassword(password) {
    const email = this.user.email;
    return this.#confirm(await identityToolkit.signInWithPassword({ email, password, returnSecureToken: true }));
  }

  async refresh() {
    session.tokens = await exchangeRefreshToken(session.tokens.refreshToken);
    await this.#loadUser();
    return { done: "refreshed" };
  }

  signOut() {
    session.clear();
    this.user = null;
    return { done: "signedOut" };
  }

  async deleteAccount() {
    await identityToolkit.delete({ idToken: await this.#freshIDToken() });
    this.signOut();
    return { done: "deleted" };
  }

  async #redeem(operation, credential) {
    const request = { ...credential, returnSecureToken: true, returnIdpCredential: true };
    if (operation === "link") request.idToken = await this.#freshIDToken();
    if (operation === "reauthenticate") request.autoCreate = false;
    const answer = await identityToolkit.signInWithIdp(request).catch((error) => {
      const isStranger = operation === "reauthenticate" && error.code === "USER_NOT_FOUND";
      throw isStranger ? new WireError("USER_MISMATCH") : error;
    });
    const isRefused = Boolean(answer.errorMessage || answer.needConfirmation);
    if (operation === "reauthenticate") return isRefused ? this.#mismatch() : this.#confirm(answer);
    if (isRefused) return this.#conflict(operation, answer);
    session.providerResponse = providerResponseOf(answer);
    if (operation === "signIn") return this.#adopt(answer);
    session.tokens = tokensOf(answer);
    await this.#loadUser();
    return { done: "linked" };
  }

  #conflict(operation, answer) {
    const code = answer.errorMessage ?? "NEED_CONFIRMATION";
    if (!answer.pendingToken) throw WireError.parse(code);
    return {
      conflict: {
        operation,
        code: code.split(" : ")[0],
        providerId: answer.providerId,
        email: answer.email,
        localId: answer.localId,
        owners: answer.verifiedProvider ?? [],
        pendingToken: answer.pendingToken,
      },
    };
  }

  /** Takes up a sign-in, and links the credential that waited for it. */
  async #adopt(answer) {
    session.tokens = tokensOf(answer);
    await this.#loadUser();
    const pending = session.pendingLink;
    session.pendingLink = null;
    if (!pending) return { done: answer.isNewUser ? "created" : "signedIn" };
    if (pending.localId && pending.localId !== this.user.localId) return { done: "signedInAsAnother" };
    return this.#redeem("link", { requestUri: "http://localhost", pendingToken: pending.pendingToken });
  }

  /** A reauthentication counts only for the user who is signed in. */
  async #confirm(answer) {
    if (answer.localId !== this.user.localId) return this.#mismatch();
    session.tokens = tokensOf(answer);
    await this.#loadUser();
    return { done: "reauthenticated" };
  }

  #mismatch() {
    throw new WireError("USER_MISMATCH");
  }

  async #freshIDToken() {
    if (session.isStale) session.tokens = await exchangeRefreshToken(session.tokens.refreshToken);
    return session.tokens.idToken;
  }

  async #loadUser() {
    const { idToken } = session.tokens;
    const { users = [] } = await identityToolkit.lookup({ idToken });
    if (users.length === 0) throw new WireError("USER_NOT_FOUND");
    this.user = { ...users[0], signInProvider: decodeJWT(idToken).claims.firebase?.sign_in_provider };
  }
}

function tokensOf({ idToken, refreshToken }) {
  return { idToken, refreshToken };
}

function providerResponseOf(answer) {
  const { providerId, rawUserInfo, oauthAccessToken, oauthIdToken, oauthRefreshToken, oauthTokenSecret } = answer;
  return { providerId, rawUserInfo, oauthAccessToken, oauthIdToken, oauthRefreshToken, oauthTokenSecret };
}

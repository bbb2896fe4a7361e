"use strict";

import { exchangeRefreshToken, identityToolkit, WireError } from "./identity_toolkit.js";
import { decodeJWT } from "./jwt.js";
import { nativeCredential } from "./native_credential.js";
import { createPasskey, forgetPasskey, requestPasskey } from "./passkeys.js";
import { answerChallenge, finishEnrollment, startPhoneEnrollment, startTOTPEnrollment } from "./second_factors.js";
import { session } from "./session.js";

/**
 * The app's part of authentication. Operations return `{done}`, which names the outcome, `{conflict}` if the credential
 * belongs to another account, or `{challenge}` if a second factor is required. Otherwise, they throw a `WireError`.
 */
export class SampleAuth {
  /** The user as `accounts:lookup` returns it. Null if no user is signed in. */
  user = null;

  /** Restores the user of an earlier visit. Deletes tokens that are no longer valid. */
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

  /** Completes the operation for which a redirect began. */
  finishRedirect({ operation, uid, event }) {
    if (event.error) throw WireError.fromClient(event.error);
    if (uid && uid !== this.user?.localId) throw new WireError("USER_CHANGED");
    return this.#redeem(operation, {
      requestUri: event.urlResponse,
      sessionId: event.sessionId,
      ...(event.postBody ? { postBody: event.postBody } : {}),
    });
  }

  /** Signs in with a native provider credential, or links it to the signed-in user. */
  async useNative(providerId, person) {
    return this.#redeem(this.user ? "link" : "signIn", await nativeCredential(providerId, person));
  }

  /** Signs in with the credential of a conflict, without asking the provider again. */
  signInWithPending(pendingToken) {
    return this.#redeem("signIn", { requestUri: "http://localhost", pendingToken });
  }

  async signInWithPassword(email, password) {
    return this.#adopt(await identityToolkit.signInWithPassword({ email, password, returnSecureToken: true }));
  }

  async signUp(email, password) {
    return this.#adopt({ ...(await identityToolkit.signUp({ email, password, returnSecureToken: true })), isNewUser: true });
  }

  async signInAnonymously() {
    return this.#adopt({ ...(await identityToolkit.signUp({ returnSecureToken: true })), isNewUser: true });
  }

  /** Signs in with the code of a mailed link. */
  async signInWithLink(email, oobCode) {
    const answer = await identityToolkit.signInWithEmailLink({ email, oobCode });
    session.linkEmail = null;
    return this.#adopt(answer);
  }

  /** Requests a code for a phone number. Returns the session to which the code belongs. */
  async sendCode(phoneNumber) {
    return (await identityToolkit.sendVerificationCode({ phoneNumber })).sessionInfo;
  }

  /** Signs in with a phone number, or links it to the signed-in user. */
  async usePhone(sessionInfo, code) {
    const isLink = Boolean(this.user);
    const answer = await identityToolkit.signInWithPhoneNumber({
      sessionInfo,
      code,
      ...(isLink ? { idToken: await this.#freshIDToken() } : {}),
    });
    if (answer.temporaryProof) throw new WireError("PHONE_NUMBER_EXISTS");
    if (!isLink) return this.#adopt(answer);
    await this.#take(answer);
    return { done: "linked" };
  }

  /** Requests a mail with a link to this page. */
  async sendSignInLink(email) {
    await this.#sendMail({ requestType: "EMAIL_SIGNIN", email, canHandleCodeInApp: true });
    session.linkEmail = email;
    return { done: "signInLinkSent", sentTo: email };
  }

  async sendPasswordReset(email) {
    await this.#sendMail({ requestType: "PASSWORD_RESET", email });
    return { done: "resetSent", sentTo: email };
  }

  async sendVerification() {
    await this.#sendMail({ requestType: "VERIFY_EMAIL", idToken: await this.#freshIDToken() });
    return { done: "verificationSent", sentTo: this.user.email };
  }

  async startPhoneEnrollment(phoneNumber) {
    return startPhoneEnrollment(await this.#freshIDToken(), phoneNumber);
  }

  async startTOTPEnrollment() {
    return startTOTPEnrollment(await this.#freshIDToken(), this.user.email ?? this.user.localId);
  }

  async finishEnrollment(kind, sessionInfo, code) {
    await this.#take(await finishEnrollment(await this.#freshIDToken(), kind, sessionInfo, code));
    return { done: "enrolled" };
  }

  async unenrol(mfaEnrollmentId) {
    await this.#take(await identityToolkit.withdrawEnrollment({ idToken: await this.#freshIDToken(), mfaEnrollmentId }));
    return { done: "unenrolled" };
  }

  /** Signs in with a passkey. `mediation` and `signal` have the same meaning as in `navigator.credentials.get`. */
  async signInWithPasskey(options) {
    const redeem = async (authenticatorAuthenticationResponse) => {
      try {
        return await identityToolkit.finalizePasskeySignIn({ authenticatorAuthenticationResponse });
      } catch (error) {
        // passkeys.js expects the SDK's code. By this code, it removes the passkey from the browser or requests a new
        // challenge.
        throw Object.assign(error, { code: clientCode(error.code) });
      }
    };
    const finish = async (response) => this.#adopt(await redeem(response));
    return requestPasskey(() => identityToolkit.startPasskeySignIn({}), finish, options);
  }

  async addPasskey(name) {
    const idToken = await this.#freshIDToken();
    const { credentialCreationOptions } = await identityToolkit.startPasskeyEnrollment({ idToken });
    const authenticatorRegistrationResponse = await createPasskey(credentialCreationOptions);
    await this.#take(
      await identityToolkit.finalizePasskeyEnrollment({ idToken, name, authenticatorRegistrationResponse }),
    );
    return { done: "passkeyAdded" };
  }

  async removePasskey(credentialId) {
    const { rpId } = this.user.passkeyInfo.find((each) => each.credentialId === credentialId);
    const idToken = await this.#freshIDToken();
    await this.#take(await identityToolkit.update({ idToken, deletePasskey: [credentialId] }));
    await forgetPasskey(rpId, credentialId);
    return { done: "passkeyRemoved" };
  }

  /** Completes a sign-in that requires a second factor. */
  async answerChallenge(challenge, factor, code, sessionInfo) {
    const answer = await answerChallenge(challenge, factor, code, sessionInfo);
    const { sub } = decodeJWT(answer.idToken).claims;
    return challenge.operation === "reauthenticate"
      ? this.#confirm({ ...answer, localId: sub })
      : this.#adopt(answer, challenge.providerResponse);
  }

  async addPassword(email, password) {
    const idToken = await this.#freshIDToken();
    await this.#take(await identityToolkit.signUp({ idToken, email, password, returnSecureToken: true }));
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
    if (operation === "signIn") return this.#adopt(answer, providerResponseOf(answer));
    session.providerResponse = providerResponseOf(answer);
    await this.#take(answer);
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

  /** Stores the result of a sign-in, and links the credential that was waiting for this sign-in. */
  async #adopt(answer, providerResponse = null) {
    if (answer.mfaPendingCredential) return challengeOf("signIn", answer, providerResponse);
    session.providerResponse = providerResponse;
    await this.#take(answer);
    const pending = session.pendingLink;
    session.pendingLink = null;
    if (!pending) return { done: answer.isNewUser ? "created" : "signedIn" };
    if (pending.localId && pending.localId !== this.user.localId) return { done: "signedInAsAnother" };
    return this.#redeem("link", { requestUri: "http://localhost", pendingToken: pending.pendingToken });
  }

  /** A reauthentication is valid only for the signed-in user. */
  async #confirm(answer) {
    if (answer.localId !== this.user.localId) return this.#mismatch();
    if (answer.mfaPendingCredential) return challengeOf("reauthenticate", answer);
    await this.#take(answer);
    return { done: "reauthenticated" };
  }

  #mismatch() {
    throw new WireError("USER_MISMATCH");
  }

  /** Requests a mail with a link to this page. */
  #sendMail(request) {
    return identityToolkit.sendOobCode({ ...request, continueUrl: location.origin + location.pathname });
  }

  async #take(answer) {
    session.tokens = tokensOf(answer);
    await this.#loadUser();
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

const clientCode = (code) => `auth/${code.toLowerCase().replaceAll("_", "-")}`;

function challengeOf(operation, { mfaPendingCredential, mfaInfo }, providerResponse = null) {
  return { challenge: { operation, pendingCredential: mfaPendingCredential, factors: mfaInfo, providerResponse } };
}

function tokensOf({ idToken, refreshToken }) {
  return { idToken, refreshToken };
}

function providerResponseOf(answer) {
  const { providerId, rawUserInfo, oauthAccessToken, oauthIdToken, oauthRefreshToken, oauthTokenSecret } = answer;
  return { providerId, rawUserInfo, oauthAccessToken, oauthIdToken, oauthRefreshToken, oauthTokenSecret };
}

"use strict";

import { pageData } from "./page_data.js";

/** An error from the server. `code` is the protocol's code, and `detail` is the text after the colon. */
export class WireError extends Error {
  constructor(code, detail = "") {
    super(detail ? `${code} : ${detail}` : code);
    this.code = code;
    this.detail = detail;
  }

  static parse(message) {
    const [code, ...rest] = message.split(" : ");
    return new WireError(code, rest.join(" : "));
  }

  /** Makes the error from an SDK's error: `auth/user-cancelled` is the protocol's `USER_CANCELLED`. */
  static fromClient({ code, message }) {
    return new WireError(code.replace("auth/", "").replaceAll("-", "_").toUpperCase(), message);
  }
}

async function post(path, body) {
  let response;
  try {
    response = await fetch(`${path}?key=${encodeURIComponent(pageData.apiKey)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new WireError("NETWORK_REQUEST_FAILED");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw WireError.parse(answer?.error?.message ?? `HTTP ${response.status}`);
  return answer ?? {};
}

const account = (method) => (body) => post(`/identitytoolkit.googleapis.com/v1/accounts:${method}`, body);
const modern = (method) => (body) => post(`/identitytoolkit.googleapis.com/v2/accounts/${method}`, body);

/** The operations of the Identity Toolkit API that the app uses. */
export const identityToolkit = {
  signInWithIdp: account("signInWithIdp"),
  signUp: account("signUp"),
  signInWithPassword: account("signInWithPassword"),
  signInWithEmailLink: account("signInWithEmailLink"),
  signInWithPhoneNumber: account("signInWithPhoneNumber"),
  sendVerificationCode: account("sendVerificationCode"),
  sendOobCode: account("sendOobCode"),
  lookup: account("lookup"),
  update: account("update"),
  delete: account("delete"),
  startEnrollment: modern("mfaEnrollment:start"),
  finalizeEnrollment: modern("mfaEnrollment:finalize"),
  withdrawEnrollment: modern("mfaEnrollment:withdraw"),
  startSecondFactor: modern("mfaSignIn:start"),
  finalizeSecondFactor: modern("mfaSignIn:finalize"),
  startPasskeyEnrollment: modern("passkeyEnrollment:start"),
  finalizePasskeyEnrollment: modern("passkeyEnrollment:finalize"),
  startPasskeySignIn: modern("passkeySignIn:start"),
  finalizePasskeySignIn: modern("passkeySignIn:finalize"),
};

/** Exchanges a refresh token for new tokens. */
export async function exchangeRefreshToken(refreshToken) {
  const answer = await post("/securetoken.googleapis.com/v1/token", {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  });
  return { idToken: answer.id_token, refreshToken: answer.refresh_token };
}

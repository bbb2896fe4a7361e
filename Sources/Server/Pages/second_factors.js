"use strict";

import { identityToolkit } from "./identity_toolkit.js";
import { pageData } from "./page_data.js";

/** Begins to enrol a telephone number, which is sent a code; the session that the code belongs to. */
export async function startPhoneEnrollment(idToken, phoneNumber) {
  const { phoneSessionInfo } = await identityToolkit.startEnrollment({ idToken, phoneEnrollmentInfo: { phoneNumber } });
  return phoneSessionInfo.sessionInfo;
}

/** Begins to enrol an authenticator app: `{secret, address, sessionInfo}`; the address is what its QR code says. */
export async function startTOTPEnrollment(idToken, account) {
  const { totpSessionInfo } = await identityToolkit.startEnrollment({ idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey, sessionInfo, hashingAlgorithm, verificationCodeLength, periodSec } = totpSessionInfo;
  const issuer = pageData.projectId;
  const query = new URLSearchParams({
    secret: sharedSecretKey,
    issuer,
    algorithm: hashingAlgorithm,
    digits: verificationCodeLength,
    period: periodSec,
  });
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return { secret: sharedSecretKey, address: `otpauth://totp/${label}?${query}`, sessionInfo };
}

/** Finishes an enrolment; new tokens. `kind` is `phone` or `totp`. */
export function finishEnrollment(idToken, kind, sessionInfo, code) {
  const proof =
    kind === "phone"
      ? { phoneVerificationInfo: { sessionInfo, code } }
      : { totpVerificationInfo: { sessionInfo, verificationCode: code } };
  return identityToolkit.finalizeEnrollment({ idToken, ...proof });
}

/** Has the code of a sign-in's second step sent; the session that the code belongs to. */
export async function sendChallengeCode({ pendingCredential }, factor) {
  const { phoneResponseInfo } = await identityToolkit.startSecondFactor({
    mfaPendingCredential: pendingCredential,
    mfaEnrollmentId: factor.mfaEnrollmentId,
    phoneSignInInfo: {},
  });
  return phoneResponseInfo.sessionInfo;
}

/** Finishes a sign-in by its second step; its tokens. `sessionInfo` is that of a sent code. */
export function answerChallenge({ pendingCredential }, factor, code, sessionInfo) {
  return identityToolkit.finalizeSecondFactor({
    mfaPendingCredential: pendingCredential,
    ...(isPhone(factor)
      ? { phoneVerificationInfo: { sessionInfo, code } }
      : { mfaEnrollmentId: factor.mfaEnrollmentId, totpVerificationInfo: { verificationCode: code } }),
  });
}

/** Whether a factor is proved by a text message, and not by an authenticator app. */
export const isPhone = (factor) => Boolean(factor.phoneInfo);

/** A factor's name on the page. */
export function nameOfFactor(factor) {
  return factor.displayName || (isPhone(factor) ? "Phone number" : "Authenticator app");
}

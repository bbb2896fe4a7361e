"use strict";

import { identityToolkit } from "./identity_toolkit.js";
import { pageData } from "./page_data.js";

/** Begins to enrol a phone number, to which a code is sent. Returns the session to which the code belongs. */
export async function startPhoneEnrollment(idToken, phoneNumber) {
  const { phoneSessionInfo } = await identityToolkit.startEnrollment({ idToken, phoneEnrollmentInfo: { phoneNumber } });
  return phoneSessionInfo.sessionInfo;
}

/** Begins to enrol an authenticator app. Returns `{secret, address, sessionInfo}`. The QR code contains the address. */
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

/** Completes an enrolment. Returns new tokens. `kind` is `phone` or `totp`. */
export function finishEnrollment(idToken, kind, sessionInfo, code) {
  const proof =
    kind === "phone"
      ? { phoneVerificationInfo: { sessionInfo, code } }
      : { totpVerificationInfo: { sessionInfo, verificationCode: code } };
  return identityToolkit.finalizeEnrollment({ idToken, ...proof });
}

/** Requests the code for the second step of a sign-in. Returns the session to which the code belongs. */
export async function sendChallengeCode({ pendingCredential }, factor) {
  const { phoneResponseInfo } = await identityToolkit.startSecondFactor({
    mfaPendingCredential: pendingCredential,
    mfaEnrollmentId: factor.mfaEnrollmentId,
    phoneSignInInfo: {},
  });
  return phoneResponseInfo.sessionInfo;
}

/** Completes the second step of a sign-in. Returns its tokens. `sessionInfo` is the session of a sent code. */
export function answerChallenge({ pendingCredential }, factor, code, sessionInfo) {
  return identityToolkit.finalizeSecondFactor({
    mfaPendingCredential: pendingCredential,
    ...(isPhone(factor)
      ? { phoneVerificationInfo: { sessionInfo, code } }
      : { mfaEnrollmentId: factor.mfaEnrollmentId, totpVerificationInfo: { verificationCode: code } }),
  });
}

/** True if the factor is a phone number, false if it is an authenticator app. */
export const isPhone = (factor) => Boolean(factor.phoneInfo);

/** Returns a factor's name for the page. */
export function nameOfFactor(factor) {
  return factor.displayName || (isPhone(factor) ? "Phone number" : "Authenticator app");
}

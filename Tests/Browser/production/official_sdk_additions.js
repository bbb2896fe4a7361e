/*
 * Functions of the official SDK that the package does not hold (official_sdk.py), anew on what it holds: what they send goes
 * through the SDK's own code.
 */
import { _performApiRequest, _performSignInRequest, HttpMethod } from "@firebase/auth/src/api";
import { UserCredentialImpl } from "@firebase/auth/src/core/user/user_credential_impl";
import { multiFactor } from "@firebase/auth/src/mfa/mfa_user";

export { EmailAuthProvider } from "@firebase/auth/src/core/providers/email";
export { initializeAuth } from "@firebase/auth/src";
export { inMemoryPersistence } from "@firebase/auth/src/core/persistence/in_memory";
export { linkWithCredential } from "@firebase/auth/src/core/strategies/credential";
export { RecaptchaVerifier } from "@firebase/auth/src/platform_browser/recaptcha/recaptcha_verifier";
export { linkWithPhoneNumber, signInWithPhoneNumber } from "@firebase/auth/src/platform_browser/strategies/phone";

async function signedIn(auth, response) {
  const credential = await UserCredentialImpl._fromIdTokenResponse(auth, "signIn", response, true);
  await auth._updateCurrentUser(credential.user);
  return credential;
}

const post = (auth, path, request) => _performApiRequest(auth, HttpMethod.POST, path, request);

async function signInBy(auth, path, request) {
  const whole = { ...request, returnSecureToken: true };
  return signedIn(auth, await _performSignInRequest(auth, HttpMethod.POST, path, whole));
}

export const signInAnonymously = (auth) => signInBy(auth, "/v1/accounts:signUp", {});

export const signInWithCustomToken = (auth, token) => signInBy(auth, "/v1/accounts:signInWithCustomToken", { token });

export const sendSignInLinkToEmail = (auth, email, { url }) =>
  post(auth, "/v1/accounts:sendOobCode", {
    requestType: "EMAIL_SIGNIN",
    email,
    continueUrl: url,
    canHandleCodeInApp: true,
    clientType: "CLIENT_TYPE_WEB",
  });

export async function startTOTP(user) {
  const { credential } = await multiFactor(user).getSession();
  const request = { idToken: credential, totpEnrollmentInfo: {} };
  return (await post(user.auth, "/v2/accounts/mfaEnrollment:start", request)).totpSessionInfo;
}

const enrol = (user, verification) =>
  multiFactor(user).enroll({
    _process: (auth, session, displayName) =>
      post(auth, "/v2/accounts/mfaEnrollment:finalize", { idToken: session.credential, displayName, ...verification }),
  });

export const enrolTOTP = (user, sessionInfo, verificationCode) =>
  enrol(user, { totpVerificationInfo: { sessionInfo, verificationCode } });

/** Sends the code that adds a phone number as a second factor. */
export async function startSMS(user, phoneNumber) {
  const { credential } = await multiFactor(user).getSession();
  const request = { idToken: credential, phoneEnrollmentInfo: { phoneNumber, ...noCaptcha } };
  return (await post(user.auth, "/v2/accounts/mfaEnrollment:start", request)).phoneSessionInfo.sessionInfo;
}

export const enrolSMS = (user, sessionInfo, code) => enrol(user, { phoneVerificationInfo: { sessionInfo, code } });

/** Sends the code that a sign-in asks for. */
export async function startSMSChallenge(auth, error) {
  const { mfaPendingCredential, mfaInfo } = error.customData._serverResponse;
  const answer = await post(auth, "/v2/accounts/mfaSignIn:start", {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
    phoneSignInInfo: noCaptcha,
  });
  return answer.phoneResponseInfo.sessionInfo;
}

/** The fields that the SDK sends where the server asks for no reCAPTCHA. */
const noCaptcha = { clientType: "CLIENT_TYPE_WEB", captchaResponse: "NO_RECAPTCHA" };

/** Ends a sign-in that asked for a second factor. */
async function resolve(auth, error, verification) {
  const { mfaPendingCredential, mfaInfo } = error.customData._serverResponse;
  const answer = await post(auth, "/v2/accounts/mfaSignIn:finalize", {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
    ...verification,
  });
  return signedIn(auth, answer);
}

export const resolveTOTP = (auth, error, verificationCode) =>
  resolve(auth, error, { totpVerificationInfo: { verificationCode } });

export const resolveSMS = (auth, error, sessionInfo, code) =>
  resolve(auth, error, { phoneVerificationInfo: { sessionInfo, code } });

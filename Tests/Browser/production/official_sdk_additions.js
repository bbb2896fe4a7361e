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
export { signInWithPhoneNumber } from "@firebase/auth/src/platform_browser/strategies/phone";

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

export const enrolTOTP = (user, sessionInfo, verificationCode) =>
  multiFactor(user).enroll({
    _process: (auth, session, displayName) =>
      post(auth, "/v2/accounts/mfaEnrollment:finalize", {
        idToken: session.credential,
        displayName,
        totpVerificationInfo: { sessionInfo, verificationCode },
      }),
  });

/** Ends a sign-in that asked for a second factor. */
export async function resolveTOTP(auth, error, verificationCode) {
  const { mfaPendingCredential, mfaInfo } = error.customData._serverResponse;
  const answer = await post(auth, "/v2/accounts/mfaSignIn:finalize", {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
    totpVerificationInfo: { verificationCode },
  });
  return signedIn(auth, answer);
}
